import { describe, expect, it } from "vitest";
import { findTouched, planEntry, type Shared } from "../../../src/exchange/taxii/plan-entry.ts";
import type { LedgerObject, Origin, Touched } from "../../../src/exchange/taxii/store.ts";

const NOW = "2026-11-28T12:00:00.000Z";
const [OLD, NEW] = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"];

const row = (stix_id: string, version = OLD, kept: object | null = { created: OLD }) => ({
  stix_id,
  type: stix_id.split("--")[0] ?? "",
  version,
  in_observables: false,
  in_techniques: false,
  kept,
});
const shared = (level: Shared["level"], ...rows: Shared["rows"]): Shared => ({ level, rows });
const origin = (stix_id: string, version = OLD, level: Origin["level"] = "green"): Origin => ({
  session_id: "s1",
  stix_id,
  level,
  version,
});
const listed = (stix_id: string, more: Partial<LedgerObject> = {}): LedgerObject => ({
  ...row(stix_id),
  added: 1,
  level: "green",
  session_id: "s1",
  is_withdrawn: false,
  ...more,
});
const touched = (stix_id: string, more: Partial<Touched> = {}): Touched => ({
  level: "green",
  stix_id,
  listed: null,
  other: null,
  is_elsewhere: false,
  ...more,
});

describe("what a session may change", () => {
  it("is what is new, has another version, is gone, or has another marking", () => {
    const known = [origin("a--1"), origin("a--2"), origin("a--3")];
    const now = shared("green", row("a--1"), row("a--2", NEW), row("a--4"));
    expect(findTouched(known, now).map(({ stix_id: id }) => id)).toEqual(["a--3", "a--2", "a--4"]);
    expect(findTouched(known, null)).toHaveLength(3);
    const moved = findTouched([origin("a--1")], shared("amber", row("a--1")));
    expect(moved.map(({ level }) => level)).toEqual(["green", "amber"]);
  });
});

describe("the plan of an entry", () => {
  const plan = (now: Shared | null, ...all: Touched[]) => planEntry("s1", now, all, NOW);

  it("lists what is new, and a new version in place of the one before", () => {
    expect(plan(shared("green", row("a--1")), touched("a--1"))).toMatchObject({
      removed: [],
      added: [{ stix_id: "a--1", version: OLD, session_id: "s1", level: "green" }],
      origins: [{ session_id: "s1", stix_id: "a--1", version: OLD }],
    });
    const newer = touched("a--1", { listed: listed("a--1") });
    expect(plan(shared("green", row("a--1", NEW)), newer)).toMatchObject({
      removed: [{ stix_id: "a--1" }],
      added: [{ version: NEW }],
    });
  });

  it("lists an object of several sessions once, in its newest version", () => {
    const other = { session_id: "s2", version: NEW };
    const there = listed("a--1", { session_id: "s2", version: NEW });
    const older = plan(shared("green", row("a--1")), touched("a--1", { listed: there, other }));
    expect(older).toMatchObject({
      removed: [],
      added: [],
      handedOn: [],
      origins: [{ version: OLD }],
    });
    const same = { session_id: "s2", version: OLD };
    const gone = plan(
      null,
      touched("a--1", { listed: listed("a--1"), other: same, is_elsewhere: true }),
    );
    expect(gone).toMatchObject({ removed: [], added: [], handedOn: [{ stix_id: "a--1" }] });
    const before = { session_id: "s2", version: "2025-01-01T00:00:00.000Z" };
    const back = plan(
      null,
      touched("a--1", { listed: listed("a--1"), other: before, is_elsewhere: true }),
    );
    expect(back.added).toMatchObject([
      { session_id: "s2", version: before.version, is_withdrawn: false },
    ]);
  });

  it("withdraws what said what a report says, once, and drops the rest", () => {
    const own = touched("report--1", { listed: listed("report--1") });
    const gone = plan(null, own, touched("tool--1", { listed: listed("tool--1", { kept: null }) }));
    expect(gone.removed.map(({ stix_id: id }) => id)).toEqual(["report--1", "tool--1"]);
    expect(gone.added).toMatchObject([{ stix_id: "report--1", is_withdrawn: true, version: NOW }]);
    const again = touched("report--1", { listed: listed("report--1", { is_withdrawn: true }) });
    expect(plan(null, again)).toMatchObject({ removed: [], added: [] });
    const back = plan(shared("green", row("report--1")), again);
    expect(back.added).toMatchObject([{ stix_id: "report--1", is_withdrawn: false, version: NOW }]);
  });

  it("revokes nothing that others are still given", () => {
    const elsewhere = touched("indicator--1", {
      listed: listed("indicator--1"),
      is_elsewhere: true,
    });
    expect(plan(null, elsewhere)).toMatchObject({ removed: [{}], added: [] });
    const moved = plan(
      shared("amber", row("report--1")),
      touched("report--1", { listed: listed("report--1") }),
      touched("report--1", { level: "amber" }),
    );
    expect(moved.added).toMatchObject([{ level: "amber", is_withdrawn: false }]);
    expect(moved.removed).toEqual([{ level: "green", stix_id: "report--1" }]);
  });
});
