// Prices of European call and put options after Black and Scholes, with the usual polynomial for the cumulative
// normal distribution.

float cumulative_normal(float d)
{
    const float a1 = 0.319381530f, a2 = -0.356563782f, a3 = 1.781477937f;
    const float a4 = -1.821255978f, a5 = 1.330274429f;
    const float inverse_sqrt_2pi = 0.39894228040143267794f;

    float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
    float c = inverse_sqrt_2pi * exp(-0.5f * d * d) * (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));
    return d > 0.0f ? 1.0f - c : c;
}

kernel void black_scholes(global const float *stock, global const float *strike, global const float *years,
                          global float *call, global float *put, float riskless, float volatility, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float s = stock[i], x = strike[i], t = years[i];

    float root = sqrt(t);
    float d1 = (log(s / x) + (riskless + 0.5f * volatility * volatility) * t) / (volatility * root);
    float d2 = d1 - volatility * root;
    float n1 = cumulative_normal(d1);
    float n2 = cumulative_normal(d2);

    float discount = exp(-riskless * t);
    call[i] = s * n1 - x * discount * n2;
    put[i] = x * discount * (1.0f - n2) - s * (1.0f - n1);
}
