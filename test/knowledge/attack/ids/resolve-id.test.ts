import { describe, expect, it } from "vitest";
import { isInTable, KnownIds, shippedIds } from "../../../../src/knowledge/attack/ids/known-ids.ts";
import {
  activeIdsOf,
  resolveId,
  whyNotTaken,
} from "../../../../src/knowledge/attack/ids/resolve-id.ts";
import type { ReleaseIndex } from "../../../../src/knowledge/attack/release-index.ts";
import { smallRelease } from "../../../support/small-release.ts";

/** A release that has some of the ids of our small one, with what became of the others. */
function release(version: string, change: Partial<ReleaseIndex> = {}): ReleaseIndex {
  return { ...smallRelease(), version, ...change };
}

/** The small release with what 19 revoked. */
function releaseOf18(): ReleaseIndex {
  const { techniques } = smallRelease();
  const names = {
    T1562: "Impair Defenses",
    "T1562.001": "Disable or Modify Tools",
    "T1562.002": "Disable Windows Event Logging",
    "T1562.006": "Indicator Blocking",
  };
  const former = Object.entries(names).map(([attack_id, name]) => ({
    attack_id,
    name,
    stix_id: "",
    tactics: [],
    platforms: [],
  }));
  const all = [...techniques.values(), ...former].map((one) => [one.attack_id, one] as const);
  return release("18.1", { techniques: new Map(all) });
}

const without = (...ids: string[]) =>
  new Map([...smallRelease().techniques].filter(([id]) => !ids.includes(id)));

describe("an id in a release", () => {
  it.each([
    ["T1059", { kind: "active" }],
    ["T1086", { kind: "followed", successors: ["T1059.001"] }],
    ["T1108", { kind: "inactive", state: "deprecated" }],
    ["T9999", { kind: "unknown" }],
    ["", { kind: "unknown" }],
    ["T1059.001\0", { kind: "unknown" }],
  ])("%s", (id, meaning) => {
    expect(resolveId(id, release("18.1"))).toEqual(meaning);
  });

  it("that was split stands for all its parts, in the order of the release", () => {
    const split = release("99.0", {
      replacements: new Map([["T1000", "T1059"]]),
      splits: new Map([["T1000", ["T1059", "T1566"]]]),
    });
    expect(resolveId("T1000", split)).toEqual({
      kind: "followed",
      successors: ["T1059", "T1566"],
    });
    expect(activeIdsOf("T1000", split)).toEqual(["T1059", "T1566"]);
  });

  it("of a newer release is named, with what it was called at hand", () => {
    const old = releaseOf18();
    expect(resolveId("T1685.001", old)).toEqual({
      kind: "elsewhere",
      technique: {
        attack_id: "T1685.001",
        name: "Disable or Modify Windows Event Log",
        domain: "enterprise-attack",
        version: "19.1",
        relation: "newer",
        called: [{ attack_id: "T1562.002", name: "Disable Windows Event Logging" }],
      },
    });
    expect(whyNotTaken("T1685.001", old)).toBe(
      "belongs to ATT&CK 19.1 as “Disable or Modify Windows Event Log”; " +
        "in enterprise-attack 18.1 it is T1562.002 (Disable Windows Event Logging)",
    );
  });

  it("that several became names them all", () => {
    const meaning = resolveId("T1685", releaseOf18());
    const called = meaning.kind === "elsewhere" ? meaning.technique.called : [];
    expect(called.map((one) => one.attack_id)).toEqual(["T1562", "T1562.001", "T1562.006"]);
  });

  it("of another domain is named with the domain", () => {
    expect(whyNotTaken("T1660", release("18.1"))).toBe(
      "belongs to ATT&CK 19.1 of mobile-attack as “Phishing”",
    );
    expect(whyNotTaken("T1691.001", release("18.1"))).toBe(
      "belongs to ATT&CK 19.1 of ics-attack as “Command Message”",
    );
  });

  it("that a release dropped without a word is followed as older ones say", () => {
    const later = release("99.0", { replacements: new Map() });
    expect(resolveId("T1086", later)).toEqual({ kind: "followed", successors: ["T1059.001"] });
    const gone = release("99.0", { replacements: new Map(), techniques: without("T1059.001") });
    expect(resolveId("T1086", gone)).toMatchObject({
      kind: "elsewhere",
      technique: { relation: "older", version: "19.1", name: "PowerShell" },
    });
  });
});

describe("the ids that are known", () => {
  it("are those of the releases at hand", () => {
    expect(isInTable({ domain: "ics-attack", version: "19.1" }, 97)).toBe(true);
    expect(isInTable({ domain: "ics-attack", version: "19.1" }, 96)).toBe(false);
    expect(isInTable({ domain: "ics-attack", version: "99.0" }, 97)).toBe(false);
    expect(shippedIds().list("enterprise-attack")).toHaveLength(858);
  });

  it("grow with a release that comes", () => {
    const future = release("99.0", {
      techniques: new Map([
        [
          "T9001",
          { attack_id: "T9001", stix_id: "x", name: "未来の技", tactics: [], platforms: [] },
        ],
      ]),
      replacements: new Map([["T1059", "T9001"]]),
      splits: new Map(),
      former_names: new Map([["T1059", "Command and Scripting Interpreter"]]),
    });
    const known = shippedIds().with([future]);
    const old = release("18.1");
    expect(resolveId("T9001", old).kind).toBe("unknown");
    expect(whyNotTaken("T9001", old, known)).toBe(
      "belongs to ATT&CK 99.0 as “未来の技”; " +
        "in enterprise-attack 18.1 it is T1059 (Command and Scripting Interpreter)",
    );
    // What is at hand goes first: T1059 is not replaced there.
    expect(resolveId("T1059", old, known).kind).toBe("active");
  });

  it("may be none, and may carry one id in two domains", () => {
    expect(resolveId("T1685", release("18.1"), new KnownIds([])).kind).toBe("unknown");
    const of = (domain: string, name: string) => ({
      attack_id: "T7777",
      domain,
      releases: [{ version: "1.0", name, state: "active" as const, successors: [] }],
    });
    const known = new KnownIds([of("ics-attack", "A"), of("enterprise-attack", "B")]);
    expect(known.elsewhere("T7777", release("18.1"))).toMatchObject({ name: "B" });
  });
});
