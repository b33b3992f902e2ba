import { describe, expect, it } from "vitest";
import { dueCrons } from "../../src/selfhost/due-crons.ts";

const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);

describe("dueCrons", () => {
  it.each([
    ["10:00:10", "10:00:40", []],
    ["10:14:50", "10:15:00", ["*/15 * * * *"]],
    ["10:14:50", "10:15:20", ["*/15 * * * *"]],
    ["10:15:00", "10:15:30", []],
    ["02:59:59", "03:00:01", ["*/15 * * * *", "0 3 * * *"]],
    ["02:00:00", "05:00:00", ["*/15 * * * *", "0 3 * * *"]],
  ])("finds each cron once between %s and %s", (since, until, expected) => {
    expect(dueCrons(at(since), at(until))).toEqual(expected);
  });

  it("finds everything after a sleep of weeks", () => {
    expect(dueCrons(0, at("12:00:00")).sort()).toEqual(["*/15 * * * *", "0 3 * * *"]);
  });
});
