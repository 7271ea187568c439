//! Fractals, n-body, graphs, cellular automata.

use super::{Argument, Entry, Expected, Random, Scenario, ToBytes, close, ints};

pub(super) const EXAMPLES: &[Entry] = &[
    ("mandelbrot", "mandelbrot.cl", mandelbrot),
    ("nbody", "nbody.cl", nbody),
    ("floyd_warshall", "floyd_warshall.cl", floyd_warshall),
    ("game_of_life", "game_of_life.cl", game_of_life),
];

/// Iterations of one pixel, with multiply-adds fused or not, which the language leaves open.
fn escape_time(px: i32, py: i32, [x0, y0, step]: [f32; 3], limit: i32, fused: bool) -> i32 {
    let multiply_add = |a: f32, b: f32, c: f32| if fused { a.mul_add(b, c) } else { a * b + c };
    let (cx, cy) = (
        multiply_add(px as f32, step, x0),
        multiply_add(py as f32, step, y0),
    );
    let (mut x, mut y) = (0.0f32, 0.0f32);
    for i in 0..limit {
        let (xx, yy) = (x * x, y * y);
        if xx + yy > 4.0 {
            return i;
        }
        y = multiply_add(2.0 * x, y, cy);
        x = xx - yy + cx;
    }
    limit
}

fn mandelbrot() -> Scenario {
    let mut s = Scenario::default();
    let (width, height, limit) = (60, 40, 100);
    let place = [-2.2f32, -1.3, 0.055];
    let times = move |fused| -> Vec<i32> {
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        pixels
            .map(|(x, y)| escape_time(x, y, place, limit, fused))
            .collect()
    };
    let (plain, fused) = (times(false), times(true));
    let accepts = move |bytes: &[u8]| {
        let found = ints(bytes);
        let wrong: Vec<usize> = (0..found.len())
            .filter(|&i| found[i] != plain[i] && found[i] != fused[i])
            .collect();
        match wrong.first() {
            // Pixels at the boundary of the set depend on every rounding.
            Some(&first) if wrong.len() > found.len() / 200 => Err(format!(
                "{} of {} pixels are wrong; number {first} is {}, expected {}",
                wrong.len(),
                found.len(),
                found[first],
                plain[first]
            )),
            _ => Ok(()),
        }
    };
    let size = (4 * width * height) as usize;
    let out = s.buffer("out", vec![0xff; size], Expected::Accepted(Box::new(accepts)));
    let [x0, y0, step] = place.map(Argument::from);
    let arguments = vec![out, width.into(), height.into(), x0, y0, step, limit.into()];
    s.launch_2d("mandelbrot", [64, 40], [16, 8], arguments);
    s
}

fn nbody() -> Scenario {
    let mut s = Scenario::default();
    let mut random = Random(20);
    let count = 128;
    let (dt, softening) = (0.01f32, 0.05f32);
    let mut body = |mass: f32| -> [f32; 4] {
        let [x, y, z] = [(); 3].map(|()| random.float(-1.0, 1.0));
        [x, y, z, mass * random.float(0.5, 1.5)]
    };
    let position: Vec<[f32; 4]> = (0..count).map(|_| body(1.0)).collect();
    let velocity: Vec<[f32; 4]> = (0..count).map(|_| body(0.0)).collect();
    let (mut next_velocity, mut next_position) = (Vec::new(), Vec::new());
    for i in 0..count {
        let mut acceleration = [0.0f64; 3];
        for other in &position {
            let d: [f64; 3] = std::array::from_fn(|k| f64::from(other[k]) - f64::from(position[i][k]));
            let distance2 = d.iter().map(|d| d * d).sum::<f64>() + f64::from(softening);
            let scale = f64::from(other[3]) / (distance2 * distance2.sqrt());
            (0..3).for_each(|k| acceleration[k] += d[k] * scale);
        }
        let mut v = velocity[i];
        let mut p = position[i];
        for k in 0..3 {
            v[k] = (f64::from(v[k]) + acceleration[k] * f64::from(dt)) as f32;
            p[k] = (f64::from(p[k]) + f64::from(v[k]) * f64::from(dt)) as f32;
        }
        next_velocity.extend(v);
        next_position.extend(p);
    }
    let loose = |values| Expected::Floats {
        values,
        relative: 1e-4,
        absolute: 1e-4,
    };
    let arguments = vec![
        s.input("position", position.as_flattened().to_bytes()),
        s.buffer(
            "velocity",
            velocity.as_flattened().to_bytes(),
            loose(next_velocity),
        ),
        s.buffer("next_position", vec![0xff; 16 * count], close(next_position)),
        Argument::Local(64 * 16),
        (count as i32).into(),
        dt.into(),
        softening.into(),
    ];
    s.launch("nbody", count as u32, 64, arguments);
    s
}

fn floyd_warshall() -> Scenario {
    const NO_PATH: i32 = 0x3fff_ffff;
    let mut s = Scenario::default();
    let mut random = Random(21);
    let n = 20usize;
    let mut distance = vec![NO_PATH; n * n];
    for i in 0..n {
        distance[i * n + i] = 0;
        for _ in 0..3 {
            distance[i * n + random.below(n as u32) as usize] = 1 + random.below(100) as i32;
        }
        distance[i * n + i] = 0;
    }
    let before = distance.to_bytes();
    let mut via = vec![-1i32; n * n];
    let via_before = via.to_bytes();
    for k in 0..n {
        let old = distance.clone();
        for i in 0..n {
            for j in 0..n {
                let (first, second) = (old[i * n + k], old[k * n + j]);
                if first != NO_PATH && second != NO_PATH && first + second < distance[i * n + j] {
                    distance[i * n + j] = first + second;
                    via[i * n + j] = k as i32;
                }
            }
        }
    }
    let distance = s.buffer("distance", before, Expected::Bytes(distance.to_bytes()));
    let via = s.buffer("via", via_before, Expected::Bytes(via.to_bytes()));
    for k in 0..n as i32 {
        let arguments = vec![distance.clone(), via.clone(), (n as i32).into(), k.into()];
        s.launch_2d("floyd_warshall_step", [32, 24], [16, 8], arguments);
    }
    s
}

fn game_of_life() -> Scenario {
    let mut s = Scenario::default();
    let mut random = Random(22);
    let (width, height) = (45usize, 30usize);
    let now: Vec<u8> = (0..width * height)
        .map(|_| u8::from(random.below(3) == 0))
        .collect();
    let mut next = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let mut neighbours = 0;
            for (dx, dy) in [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)] {
                let (nx, ny) = ((x + dx + width - 1) % width, (y + dy + height - 1) % height);
                neighbours += now[ny * width + nx];
            }
            next.push(u8::from(
                neighbours == 3 || neighbours == 2 && now[y * width + x] == 1,
            ));
        }
    }
    let now = s.input("now", now);
    let next = s.buffer("next", vec![0xcc; width * height], Expected::Bytes(next));
    let arguments = vec![now, next, (width as i32).into(), (height as i32).into()];
    s.launch_2d("game_of_life", [48, 32], [16, 16], arguments);
    s
}
