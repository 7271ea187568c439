//! Vectors, matrices, filters.

use super::{Argument, Entry, Expected, Random, Scenario, ToBytes, close};

pub(super) const EXAMPLES: &[Entry] = &[
    ("saxpy", "saxpy.cl", saxpy),
    ("vector_add", "vector_add.cl", vector_add),
    ("matmul", "matmul.cl", matmul),
    ("transpose_naive", "transpose.cl", || transpose("transpose_naive")),
    ("transpose_tiled", "transpose.cl", || transpose("transpose_tiled")),
    ("convolution2d", "convolution2d.cl", convolution2d),
    ("spmv_csr", "spmv_csr.cl", spmv_csr),
    ("fir", "fir.cl", fir),
];

fn saxpy() -> Scenario {
    let mut s = Scenario::default();
    let mut random = Random(1);
    // More work-items than elements: the last wave is partly idle.
    let n = 1000;
    let (x, y) = (random.floats(n, -8.0, 8.0), random.floats(n, -8.0, 8.0));
    let sum = x.iter().zip(&y).map(|(x, y)| 2.5f32.mul_add(*x, *y)).collect();
    let x = s.input("x", x.to_bytes());
    let y = s.buffer("y", y.to_bytes(), close(sum));
    s.launch("saxpy", 1024, 256, vec![2.5f32.into(), x, y, (n as i32).into()]);
    s
}

fn vector_add() -> Scenario {
    let mut s = Scenario::default();
    let mut random = Random(2);
    let n = 1021;
    let (a, b) = (random.floats(n, -1e3, 1e3), random.floats(n, -1e3, 1e3));
    let sum: Vec<f32> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
    let a = s.input("a", a.to_bytes());
    let b = s.input("b", b.to_bytes());
    let c = s.buffer("c", vec![0xee; 4 * n], Expected::Bytes(sum.to_bytes()));
    s.launch("vector_add", 256, 64, vec![a, b, c, (n as i32).into()]);
    s
}

fn matmul() -> Scenario {
    let mut s = Scenario::default();
    let mut random = Random(3);
    let (m, n, k) = (40, 24, 37);
    let (a, b) = (random.floats(m * k, -1.0, 1.0), random.floats(k * n, -1.0, 1.0));
    let mut c = vec![0.0; m * n];
    for row in 0..m {
        for col in 0..n {
            c[row * n + col] = (0..k).fold(0.0f32, |sum, i| a[row * k + i].mul_add(b[i * n + col], sum));
        }
    }
    let a = s.input("A", a.to_bytes());
    let b = s.input("B", b.to_bytes());
    let c = s.buffer("C", vec![0; 4 * m * n], close(c));
    let sizes = [m, n, k].map(|size| Argument::from(size as i32));
    let [m_arg, n_arg, k_arg] = sizes;
    s.launch_2d("matmul", [32, 48], [16, 16], vec![a, b, c, m_arg, n_arg, k_arg]);
    s
}

fn transpose(kernel: &'static str) -> Scenario {
    let mut s = Scenario::default();
    let (width, height) = (40, 23);
    let matrix: Vec<f32> = (0..width * height).map(|i| i as f32).collect();
    let mut transposed = vec![0.0; width * height];
    for y in 0..height {
        for x in 0..width {
            transposed[x * height + y] = matrix[y * width + x];
        }
    }
    let input = s.input("in", matrix.to_bytes());
    let out = s.buffer(
        "out",
        vec![0; 4 * width * height],
        Expected::Bytes(transposed.to_bytes()),
    );
    let arguments = vec![input, out, (width as i32).into(), (height as i32).into()];
    s.launch_2d(kernel, [48, 32], [16, 16], arguments);
    s
}

fn convolution2d() -> Scenario {
    let mut s = Scenario::default();
    let (width, height) = (37i32, 19i32);
    let image = Random(4).floats((width * height) as usize, 0.0, 1.0);
    let weights = [1.0f32, 4.0, 6.0, 4.0, 1.0];
    let mut out = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let mut sum = 0.0;
            for j in -2..=2 {
                for i in -2..=2 {
                    let (yy, xx) = ((y + j).clamp(0, height - 1), (x + i).clamp(0, width - 1));
                    let weight = weights[(j + 2) as usize] * weights[(i + 2) as usize] / 256.0;
                    sum += image[(yy * width + xx) as usize] * weight;
                }
            }
            out.push(sum);
        }
    }
    let size = 4 * out.len();
    let image = s.input("in", image.to_bytes());
    let out = s.buffer("out", vec![0; size], close(out));
    s.launch_2d(
        "convolution2d",
        [48, 20],
        [16, 4],
        vec![image, out, width.into(), height.into()],
    );
    s
}

fn spmv_csr() -> Scenario {
    let mut s = Scenario::default();
    let mut random = Random(5);
    let (rows, columns) = (200usize, 64);
    let (mut row_start, mut column, mut value) = (vec![0i32], Vec::new(), Vec::new());
    for _ in 0..rows {
        // Rows differ in length, and some are empty.
        for _ in 0..random.below(12) {
            column.push(random.below(columns) as i32);
            value.push(random.float(-1.0, 1.0));
        }
        row_start.push(column.len() as i32);
    }
    let x = random.floats(columns as usize, -1.0, 1.0);
    let y = (0..rows)
        .map(|row| {
            let range = row_start[row] as usize..row_start[row + 1] as usize;
            range.map(|k| value[k] * x[column[k] as usize]).sum()
        })
        .collect();
    let arguments = vec![
        s.input("row_start", row_start.to_bytes()),
        s.input("column", column.to_bytes()),
        s.input("value", value.to_bytes()),
        s.input("x", x.to_bytes()),
        s.buffer("y", vec![0xff; 4 * rows], close(y)),
        (rows as i32).into(),
    ];
    s.launch("spmv_csr", 256, 64, arguments);
    s
}

fn fir() -> Scenario {
    let mut s = Scenario::default();
    let mut random = Random(6);
    let (n, taps) = (500, 17);
    let (signal, coefficients) = (random.floats(n, -1.0, 1.0), random.floats(taps, -0.5, 0.5));
    let out = (0..n)
        .map(|i| (0..taps.min(i + 1)).fold(0.0f32, |sum, t| coefficients[t].mul_add(signal[i - t], sum)))
        .collect();
    let arguments = vec![
        s.input("signal", signal.to_bytes()),
        s.input("coefficients", coefficients.to_bytes()),
        s.buffer("out", vec![0xff; 4 * n], close(out)),
        (n as i32).into(),
        (taps as i32).into(),
    ];
    s.launch("fir", 512, 128, arguments);
    s
}
