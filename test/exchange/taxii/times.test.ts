import { expect, it } from "vitest";
import { microsOf, timestampOf } from "../../../src/exchange/taxii/times.ts";

it("reads and writes times to the microsecond", () => {
  const micros = Date.UTC(2026, 10, 28, 12, 0, 0, 5) * 1_000 + 7;
  expect(timestampOf(micros)).toBe("2026-11-28T12:00:00.005007Z");
  expect(microsOf("2026-11-28T12:00:00.005007Z")).toBe(micros);
  expect(microsOf("2026-11-28T12:00:00.0050079999Z")).toBe(micros);
  expect(microsOf("2026-11-28T12:00:00Z")).toBe(micros - 5_007);
  expect(microsOf("2026-11-28T12:00:00.5Z")).toBe(micros - 5_007 + 500_000);
  for (const wrong of ["", "2026-11-28", "2026-11-28T12:00:00", "2026-02-30T25:00:00Z", "x"]) {
    expect(microsOf(wrong)).toBeNull();
  }
});
