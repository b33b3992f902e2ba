;; Products of vectors of 16 bits with the rows of a matrix of 8 bits, eight numbers at once (SIMD of 128 bits).
;; scripts/build-kernel.ts compiles this file to kernel-module.ts.
(module
  (memory (export "memory") 0)
  ;; vectors, matrix, out: addresses of 16, 8 and 32 bits a number, row by row. size: numbers in a row, a multiple of 8.
  (func (export "multiply")
    (param $vectors i32) (param $count i32) (param $matrix i32) (param $size i32) (param $columns i32) (param $out i32)
    (local $weight i32) (local $column i32) (local $at i32) (local $end i32) (local $sum v128)
    (loop $vector
      (local.set $weight (local.get $matrix))
      (local.set $column (i32.const 0))
      (local.set $end (i32.add (local.get $vectors) (i32.shl (local.get $size) (i32.const 1))))
      (loop $row
        (local.set $sum (v128.const i64x2 0 0))
        (local.set $at (local.get $vectors))
        (loop $eight
          (local.set $sum
            (i32x4.add
              (local.get $sum)
              (i32x4.dot_i16x8_s
                (v128.load (local.get $at))
                (v128.load8x8_s (local.get $weight)))))
          (local.set $weight (i32.add (local.get $weight) (i32.const 8)))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $eight (i32.lt_u (local.get $at) (local.get $end))))
        (i32.store
          (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
            (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $column (i32.add (local.get $column) (i32.const 1)))
        (br_if $row (i32.lt_u (local.get $column) (local.get $columns))))
      (local.set $vectors (local.get $end))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br_if $vector (local.get $count)))))
