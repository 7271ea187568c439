//! Hash tables of dynamic symbols, by which loaders find them.

use wavec_mc::object_module::ObjectSymbol;

fn gnu_hash_of(name: &str) -> u32 {
    name.bytes().fold(5381u32, |hash, byte| {
        hash.wrapping_mul(33).wrapping_add(u32::from(byte))
    })
}

fn gnu_bucket_count(symbols: usize) -> u32 {
    (symbols as u32 / 4).max(1)
}

/// Symbols in the order of their buckets, as the GNU hash table needs them.
pub(super) fn gnu_hash_order(mut symbols: Vec<&ObjectSymbol>) -> Vec<&ObjectSymbol> {
    let buckets = gnu_bucket_count(symbols.len());
    // Stable: symbols of a bucket stay in the order of the module.
    symbols.sort_by_key(|symbol| gnu_hash_of(&symbol.name) % buckets);
    symbols
}

/// Shift of the second hash of the Bloom filter.
const BLOOM_SHIFT: u32 = 26;

/// The contents of `.gnu.hash`; `symbols` are in the order of [`gnu_hash_order`].
pub(super) fn gnu_hash_table(symbols: &[&ObjectSymbol]) -> Vec<u8> {
    let buckets = gnu_bucket_count(symbols.len());
    let bloom_words = (symbols.len() as u32 * 12 / 64).max(1).next_power_of_two();
    let mut bloom = vec![0u64; bloom_words as usize];
    let mut starts = vec![0u32; buckets as usize];
    let mut chain = Vec::new();
    for (index, symbol) in symbols.iter().enumerate() {
        let hash = gnu_hash_of(&symbol.name);
        bloom[(hash / 64 % bloom_words) as usize] |= 1 << (hash % 64) | 1 << ((hash >> BLOOM_SHIFT) % 64);
        let bucket = &mut starts[(hash % buckets) as usize];
        if *bucket == 0 {
            *bucket = index as u32 + 1;
        }
        let last = symbols
            .get(index + 1)
            .is_none_or(|next| gnu_hash_of(&next.name) % buckets != hash % buckets);
        chain.push(hash & !1 | u32::from(last));
    }
    let mut out = Vec::new();
    for word in [buckets, 1, bloom_words, BLOOM_SHIFT] {
        out.extend_from_slice(&word.to_le_bytes());
    }
    for word in bloom {
        out.extend_from_slice(&word.to_le_bytes());
    }
    for word in starts.into_iter().chain(chain) {
        out.extend_from_slice(&word.to_le_bytes());
    }
    out
}

/// The System V hash table, which gives loaders the number of symbols.
pub(super) fn hash_table(symbols: &[&ObjectSymbol]) -> Vec<u8> {
    let count = symbols.len() as u32 + 1;
    let buckets = count;
    let mut starts = vec![0u32; buckets as usize];
    let mut chain = vec![0u32; count as usize];
    for (index, symbol) in symbols.iter().enumerate() {
        let mut hash = 0u32;
        for byte in symbol.name.bytes() {
            hash = (hash << 4).wrapping_add(u32::from(byte));
            let high = hash & 0xf000_0000;
            hash = (hash ^ high >> 24) & !high;
        }
        let bucket = &mut starts[(hash % buckets) as usize];
        chain[index + 1] = *bucket;
        *bucket = index as u32 + 1;
    }
    let mut out = Vec::new();
    for word in [buckets, count].into_iter().chain(starts).chain(chain) {
        out.extend_from_slice(&word.to_le_bytes());
    }
    out
}
