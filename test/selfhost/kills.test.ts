import { expect, it } from "vitest";
import { tortureKills } from "../../scripts/torture/kills.ts";

it("loses and doubles nothing that it acknowledged when its processes are killed", async () => {
  const options = new Map([
    ["seed", "1"],
    ["kills", "6"],
  ]);
  expect(await tortureKills(options)).toMatchObject({ kills: 6, faults: 0 });
});
