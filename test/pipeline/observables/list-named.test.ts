import { expect, it } from "vitest";
import { NameIndex } from "../../../src/knowledge/attack/ids/name-index.ts";
import type { NamingRecord } from "../../../src/pipeline/observables/value-page/deps.ts";
import { listNamed } from "../../../src/pipeline/observables/value-page/list-named.ts";
import { smallRelease } from "../../support/small-release.ts";

const names = new NameIndex([smallRelease()]);
const software = (name: string, ...aliases: string[]) =>
  ({ kind: "software", name, aliases }) as const;
const session = (id: string, ...named: ReturnType<typeof software>[]) =>
  ({ type: "session", id, title: `Session ${id}`, named }) as const;
const record = (provider: string, id: string, more: Partial<NamingRecord>): NamingRecord => ({
  id,
  provider,
  status: "complete",
  asked_for: "x",
  summary: {},
  created_at: "",
  related: [],
  ...more,
});

it("one thing under several names is one, with everyone who names it", () => {
  const named = listNamed(
    [
      session("1", software("PowerShell Empire"), software("Unheard Of")),
      session("2", software("Empire")),
    ],
    [
      record("threatfox", "r1", { related: [software("win.empire", "EmPyre")] }),
      record("otx", "r2", {
        related: [software("unheard  of"), { kind: "technique", name: "T1566", aliases: [] }],
      }),
    ],
    names,
  );
  expect(named).toEqual([
    {
      kind: "software",
      name: "Empire",
      attack_id: "S0363",
      domain: "enterprise-attack",
      said_by: [
        {
          source_type: "session",
          source_id: "1",
          title: "Session 1",
          printed: "PowerShell Empire",
        },
        { source_type: "session", source_id: "2", title: "Session 2", printed: "Empire" },
        { source_type: "enrichment", source_id: "r1", title: "threatfox", printed: "win.empire" },
      ],
    },
    {
      kind: "software",
      name: "Unheard Of",
      attack_id: null,
      domain: null,
      said_by: [
        { source_type: "session", source_id: "1", title: "Session 1", printed: "Unheard Of" },
        { source_type: "enrichment", source_id: "r2", title: "otx", printed: "unheard  of" },
      ],
    },
  ]);
});

it("the latest answer of each provider counts, and a failure is no answer", () => {
  const records = [
    record("otx", "newest", { status: "failed" }),
    record("otx", "new", { related: [software("Ryuk")] }),
    record("otx", "old", { related: [software("Akira")] }),
    record("urlhaus", "gone", { status: "not_found" }),
    record("urlhaus", "before", { related: [software("Tor")] }),
  ];
  expect(listNamed([], records, names).map(({ name }) => name)).toEqual(["Ryuk"]);
});

it("of very many the first hundred are listed, each with twenty of those who say so", () => {
  const many = Array.from({ length: 150 }, (_, i) => software(`Family ${i}`));
  const sources = Array.from({ length: 30 }, (_, i) => session(String(i), ...many));
  const named = listNamed(sources, [], names);
  expect([named.length, named[0]?.said_by.length]).toEqual([100, 20]);
});
