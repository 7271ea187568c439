use super::*;

#[test]
fn classes_are_the_least_that_fit() {
    let mut last = (0, 0);
    for size in 1..=HUGE_PAGE {
        let (class, rounded) = class_of(size);
        assert!(
            class < CLASSES && rounded >= size && rounded.is_multiple_of(ALIGN),
            "{size}"
        );
        assert!(
            rounded - size < ALIGN.max(size / 4),
            "{size} wastes {}",
            rounded - size
        );
        assert_eq!(size_of_class(class), rounded, "{size}");
        if (class, rounded) != last {
            assert_eq!(class, last.0 + 1, "{size}");
            assert_eq!(size, last.1 + 1, "a class begins where the one before it ends");
            last = (class, rounded);
        }
    }
    assert_eq!(last, (CLASSES - 1, HUGE_PAGE));
}

/// Blocks of all sizes and alignments, grown, shrunk and freed in a random order: what is written stays.
#[test]
fn blocks_do_not_overlap() {
    let allocator = RegionAllocator;
    let mut blocks: Vec<(*mut u8, Layout, u8)> = Vec::new();
    let mut seed = 1u64;
    let mut random = |limit: usize| {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (seed >> 33) as usize % limit
    };
    let check = |&(block, layout, fill): &(*mut u8, Layout, u8)| {
        // SAFETY: the block is live and was filled.
        let bytes = unsafe { std::slice::from_raw_parts(block, layout.size()) };
        assert!(bytes.iter().all(|&byte| byte == fill), "{layout:?}");
    };
    for step in 0..20_000usize {
        let fill = step as u8;
        let size = 1 + match random(8) {
            0 | 1 => random(64),
            2 | 3 => random(FINE + 64),
            4 | 5 => random(LARGEST + 64),
            6 if step % 8 == 0 => random(LARGEST_MIDDLE),
            _ => random(16),
        };
        // SAFETY: sizes are not zero, layouts are those the blocks were made with.
        unsafe {
            if blocks.len() > 200 || (random(3) == 0 && !blocks.is_empty()) {
                let entry = blocks.swap_remove(random(blocks.len()));
                check(&entry);
                let (block, layout, old) = entry;
                if random(2) == 0 {
                    allocator.dealloc(block, layout);
                    continue;
                }
                let moved = allocator.realloc(block, layout, size);
                let kept = Layout::from_size_align(size.min(layout.size()), 1).unwrap();
                check(&(moved, kept, old));
                moved.write_bytes(fill, size);
                let layout = Layout::from_size_align(size, layout.align()).unwrap();
                assert!((moved as usize).is_multiple_of(layout.align()));
                blocks.push((moved, layout, fill));
            } else {
                let layout = Layout::from_size_align(size, 1 << random(7)).unwrap();
                let zeroed = random(2) == 0;
                let block = if zeroed {
                    allocator.alloc_zeroed(layout)
                } else {
                    allocator.alloc(layout)
                };
                assert!((block as usize).is_multiple_of(layout.align()));
                if zeroed {
                    check(&(block, layout, 0));
                }
                block.write_bytes(fill, size);
                blocks.push((block, layout, fill));
            }
        }
    }
    blocks.iter().for_each(check);
}

/// Tables that grow and are thrown away make room for small blocks.
#[test]
fn what_is_freed_is_used_again() {
    let allocator = RegionAllocator;
    let layout = |size| Layout::from_size_align(size, 8).unwrap();
    let sizes = (6..18).map(|bits| layout(1 << bits));
    // SAFETY: sizes are not zero, and blocks are freed once.
    unsafe {
        // Up to the first region of huge pages.
        for _ in 0..200 {
            allocator.alloc(layout(LARGEST));
        }
        let large: Vec<*mut u8> = sizes.clone().map(|size| allocator.alloc(size)).collect();
        let in_use = |block: *mut u8| {
            let mut blocks = large.iter().zip(sizes.clone());
            blocks.any(|(&start, size)| (start..start.add(size.size())).contains(&block))
        };
        for (&block, size) in large.iter().zip(sizes.clone()) {
            allocator.dealloc(block, size);
        }
        let blocks = (0..HUGE_PAGE / 512).map(|_| allocator.alloc(layout(500)));
        assert!(blocks.filter(|&block| in_use(block)).count() > 300);
    }
}

/// What a thread freed is there for others when it has ended. Other tests may be faster.
#[test]
#[cfg(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64"))]
fn what_threads_leave_behind_is_used_again() {
    let is_used_again = |_| {
        let size = Layout::from_size_align(1 << 20, 8).unwrap();
        // SAFETY: sizes are not zero, and the block is freed once.
        let freed = std::thread::spawn(move || unsafe {
            for _ in 0..200 {
                RegionAllocator.alloc(Layout::from_size_align(LARGEST, 8).unwrap());
            }
            let block = RegionAllocator.alloc(size);
            RegionAllocator.dealloc(block, size);
            block.addr()
        });
        let freed = freed.join().unwrap();
        // SAFETY: as above.
        let mut blocks = (0..8).map(|_| unsafe { RegionAllocator.alloc(size) }.addr());
        blocks.any(|block| (freed..freed + size.size()).contains(&block))
    };
    assert!((0..50).any(is_used_again));
}

/// Blocks of megabytes are zero when that is asked for, and keep what is in them when they grow and shrink.
#[test]
fn huge_blocks_keep_their_contents() {
    let allocator = RegionAllocator;
    let layout = |size| Layout::from_size_align(size, 8).unwrap();
    let sizes = [
        LARGEST + 1,
        HUGE_PAGE - 1,
        HUGE_PAGE,
        3 * HUGE_PAGE + 5,
        HUGE_PAGE + 1,
        100,
        2 * HUGE_PAGE,
    ];
    // SAFETY: as above.
    unsafe {
        let mut block = allocator.alloc_zeroed(layout(sizes[0]));
        for pair in sizes.windows(2) {
            let bytes = std::slice::from_raw_parts_mut(block, pair[0]);
            for (at, byte) in bytes.iter_mut().enumerate().step_by(99) {
                *byte = at as u8;
            }
            block = allocator.realloc(block, layout(pair[0]), pair[1]);
            let bytes = std::slice::from_raw_parts(block, pair[0].min(pair[1]));
            let mut kept = bytes.iter().enumerate().step_by(99);
            assert!(kept.all(|(at, &byte)| byte == at as u8), "{pair:?}");
        }
        allocator.dealloc(block, layout(sizes[sizes.len() - 1]));
        for size in [HUGE_PAGE, 5 * HUGE_PAGE + 1] {
            let zeros = allocator.alloc_zeroed(layout(size));
            let bytes = std::slice::from_raw_parts(zeros, size);
            assert!(bytes.iter().all(|&byte| byte == 0), "{size}");
            allocator.dealloc(zeros, layout(size));
        }
    }
}
