import { describe, expect, it } from "vitest";
import { NameIndex } from "../../../../src/knowledge/attack/ids/name-index.ts";
import { smallRelease } from "../../../support/small-release.ts";

const release = smallRelease();
const index = new NameIndex([release]);
const idOf = (...asked: Parameters<NameIndex["find"]>) => index.find(...asked)?.attack_id ?? null;

describe("a name of a group or software", () => {
  it.each([
    ["software", "Cobalt Strike", "S0154"],
    ["software", "  cobalt\u00a0 STRIKE ", "S0154"],
    ["software", "PowerShell Empire", "S0363"],
    ["software", "S0154", "S0154"],
    ["group", "Cozy Bear", "G0016"],
    // A name goes before another one's alias.
    ["group", "Thrip", "G0076"],
    ["group", "Play", "G1040"],
    ["software", "Play", "S1162"],
    ["technique", "t1086", "T1059.001"],
  ] as const)("%s %s is %s", (kind, name, id) => {
    expect(idOf(kind, name)).toBe(id);
  });

  it.each([
    ["software", "CobaltStrike"],
    ["software", "Cobalt"],
    ["software", "Cobalt Strike Beacon"],
    ["group", "Cobalt Strike"],
    ["group", ""],
    ["technique", "PowerShell"],
    ["technique", "T1108"],
    ["technique", "T9999"],
  ] as const)("%s %s is none", (kind, name) => {
    expect(idOf(kind, name)).toBeNull();
  });

  it("is found by its other names where they agree", () => {
    expect(idOf("software", "Cobalt", ["Beacon", "Cobalt Strike"])).toBe("S0154");
    expect(idOf("software", "Net", ["Cobalt Strike"])).toBe("S0039");
    expect(idOf("software", "Both", ["Mimikatz", "Tor"])).toBeNull();
  });

  it("that two have is nobody's", () => {
    const groups = release.groups.map((group) =>
      group.attack_id === "G0020" || group.attack_id === "G0043"
        ? { ...group, aliases: ["Shared Name"] }
        : group,
    );
    const shared = new NameIndex([{ ...release, groups }]);
    expect(shared.find("group", "Shared Name")).toBeNull();
    expect(shared.find("group", "Nobody", ["Shared Name"])).toBeNull();
  });

  it("is that of the first domain that has it", () => {
    const mobile = { ...release, domain: "mobile-attack" };
    expect(new NameIndex([release, mobile]).find("group", "APT29")).toEqual({
      attack_id: "G0016",
      name: "APT29",
      domain: "enterprise-attack",
    });
    const without = { ...release, groups: [] };
    expect(new NameIndex([without, mobile]).find("group", "APT29")?.domain).toBe("mobile-attack");
  });
});
