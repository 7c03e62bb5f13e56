//! Constraints have names, because databases mention the names in errors and later migrations refer to them.

use std::fs;
use std::path::Path;

#[test]
fn every_foreign_key_has_a_name() {
    let mut count = 0;
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap() {
        let path = entry.unwrap().path();
        let source = fs::read_to_string(&path).unwrap();
        for key in source.split("ForeignKey::create()").skip(1) {
            let call = key.trim_start();
            assert!(call.starts_with(".name("), "{}: {}", path.display(), call.lines().next().unwrap());
            count += 1;
        }
    }
    assert!(count > 5, "only {count} foreign keys were found");
}
