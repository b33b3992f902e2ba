;; Products of vectors of 16 bits with the rows of a matrix of 8 bits, eight numbers at once (SIMD of 128 bits).
;; scripts/build-kernel.ts compiles this file to kernel-module.ts.
(module
  (memory (export "memory") 0)
  ;; vectors, matrix, out: addresses of 16, 8 and 32 bits a number, row by row. size: numbers in a row, a multiple of 8.
  (func (export "multiply")
    (param $vectors i32) (param $count i32) (param $matrix i32) (param $size i32) (param $columns i32) (param $out i32)
    (local $weight i32) (local $second i32) (local $third i32) (local $fourth i32)
    (local $left i32) (local $at i32) (local $end i32) (local $eight v128)
    (local $sum v128) (local $sum2 v128) (local $sum3 v128) (local $sum4 v128)
    (loop $vector
      (local.set $weight (local.get $matrix))
      (local.set $left (local.get $columns))
      (local.set $end (i32.add (local.get $vectors) (i32.shl (local.get $size) (i32.const 1))))
      ;; Four rows side by side: numbers of the vector are loaded once for all of them.
      (block $rest
        (loop $rows
          (br_if $rest (i32.lt_u (local.get $left) (i32.const 4)))
          (local.set $second (i32.add (local.get $weight) (local.get $size)))
          (local.set $third (i32.add (local.get $second) (local.get $size)))
          (local.set $fourth (i32.add (local.get $third) (local.get $size)))
          (local.set $sum (v128.const i64x2 0 0))
          (local.set $sum2 (v128.const i64x2 0 0))
          (local.set $sum3 (v128.const i64x2 0 0))
          (local.set $sum4 (v128.const i64x2 0 0))
          (local.set $at (local.get $vectors))
          (loop $next
            (local.set $eight (v128.load (local.get $at)))
            (local.set $sum
              (i32x4.add (local.get $sum)
                (i32x4.dot_i16x8_s (local.get $eight) (v128.load8x8_s (local.get $weight)))))
            (local.set $sum2
              (i32x4.add (local.get $sum2)
                (i32x4.dot_i16x8_s (local.get $eight) (v128.load8x8_s (local.get $second)))))
            (local.set $sum3
              (i32x4.add (local.get $sum3)
                (i32x4.dot_i16x8_s (local.get $eight) (v128.load8x8_s (local.get $third)))))
            (local.set $sum4
              (i32x4.add (local.get $sum4)
                (i32x4.dot_i16x8_s (local.get $eight) (v128.load8x8_s (local.get $fourth)))))
            (local.set $weight (i32.add (local.get $weight) (i32.const 8)))
            (local.set $second (i32.add (local.get $second) (i32.const 8)))
            (local.set $third (i32.add (local.get $third) (i32.const 8)))
            (local.set $fourth (i32.add (local.get $fourth) (i32.const 8)))
            (local.set $at (i32.add (local.get $at) (i32.const 16)))
            (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
          ;; Adds the four parts of each sum: of two sums by halves, then of all four.
          (local.set $sum
            (i32x4.add
              (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $sum) (local.get $sum2))
              (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $sum) (local.get $sum2))))
          (local.set $sum3
            (i32x4.add
              (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $sum3) (local.get $sum4))
              (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $sum3) (local.get $sum4))))
          (v128.store
            (local.get $out)
            (i32x4.add
              (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $sum) (local.get $sum3))
              (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $sum) (local.get $sum3))))
          (local.set $out (i32.add (local.get $out) (i32.const 16)))
          (local.set $weight (local.get $fourth))
          (local.set $left (i32.sub (local.get $left) (i32.const 4)))
          (br $rows)))
      (block $done
        (loop $row
          (br_if $done (i32.eqz (local.get $left)))
          (local.set $sum (v128.const i64x2 0 0))
          (local.set $at (local.get $vectors))
          (loop $next
            (local.set $sum
              (i32x4.add (local.get $sum)
                (i32x4.dot_i16x8_s (v128.load (local.get $at)) (v128.load8x8_s (local.get $weight)))))
            (local.set $weight (i32.add (local.get $weight) (i32.const 8)))
            (local.set $at (i32.add (local.get $at) (i32.const 16)))
            (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
          (i32.store
            (local.get $out)
            (i32.add
              (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
              (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
          (local.set $out (i32.add (local.get $out) (i32.const 4)))
          (local.set $left (i32.sub (local.get $left) (i32.const 1)))
          (br $row)))
      (local.set $vectors (local.get $end))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br_if $vector (local.get $count)))))
