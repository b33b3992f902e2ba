import { beforeAll, describe, expect, it, vi } from "vitest";
import { CATALOGUE } from "../../../src/detection/catalogue/catalogue.ts";
import { catalogueSchema } from "../../../src/detection/catalogue/file-schema.ts";

const FILE = "../../../assets/detection/log-sources.yaml";

/** What somebody adds to the file for a log source that it does not have. */
const ENTRY = {
  attack: ["lighthouse:*"],
  sigma: { product: "lighthouse", service: "audit" },
  kql: "Lighthouse_CL",
  spl: 'sourcetype="lighthouse:audit"',
  eql: 'any where event.dataset == "lighthouse.audit"',
  fields: "okta",
  datasets: ["lighthouse.audit"],
  tables: ["Lighthouse_CL"],
};
const SOURCE = ENTRY.sigma;
const ASKED = { component: null, channel: null, event_codes: [], withheld: false };

async function openWith(sources: readonly object[]) {
  vi.resetModules();
  vi.doMock(FILE, () => ({ default: { ...CATALOGUE, sources } }));
  const [feeds, telemetry, drafts, queries, views, judge, work] = await Promise.all([
    import("../../../src/detection/coverage/telemetry/feeds.ts"),
    import("../../../src/detection/coverage/telemetry/rule-telemetry.ts"),
    import("../../../src/detection/drafts/map-telemetry.ts"),
    import("../../../src/detection/languages/query/source.ts"),
    import("../../../src/detection/evaluate/events/event-view.ts"),
    import("../../../src/detection/evaluate/logsource/judge-source.ts"),
    import("../../../src/detection/evaluate/work.ts"),
  ]);
  return {
    /** How much of a rule is collected with it. */
    coverage: () => {
      const own = feeds.feedsOfSource("lighthouse:audit", []);
      return new telemetry.CollectedTelemetry([{ label: "", platforms: [], feeds: own }]).of(
        SOURCE,
      );
    },
    draft: () => drafts.mapTelemetry({ ...ASKED, name: "lighthouse:audit" }).source,
    imported: () =>
      [
        ["kql", 'Lighthouse_CL | where Actor == "x"'],
        ["spl", 'sourcetype="lighthouse:audit" actor=x'],
        ["eql", 'any where event.dataset == "lighthouse.audit" and user.name == "x"'],
      ].map(([language = "", query = ""]) => queries.sourceOfQuery(language as "kql", query)),
    evaluation: () =>
      judge.judgeSource(
        { category: null, ...SOURCE },
        new views.EventView({ event: { dataset: "lighthouse.audit" } }, new work.Work()),
      ),
  };
}

describe("a log source that is taught by one entry", () => {
  beforeAll(() => {
    expect(catalogueSchema.shape.sources.safeParse([ENTRY]).error?.issues ?? []).toEqual([]);
  });

  it("is unknown before", async () => {
    const { coverage, draft, imported, evaluation } = await openWith(CATALOGUE.sources);
    expect(coverage().collected).toBe("none");
    expect(draft().sigma).not.toEqual(SOURCE);
    expect(imported()).toEqual([null, null, null]);
    expect(evaluation()).toBe("unknown");
  });

  it("is known to coverage, drafts, the import of queries and the evaluation of events", async () => {
    const { coverage, draft, imported, evaluation } = await openWith([ENTRY, ...CATALOGUE.sources]);
    expect(coverage().collected).toBe("all");
    expect(draft()).toMatchObject({ sigma: SOURCE, kql: { table: "Lighthouse_CL" } });
    expect(imported()).toEqual([SOURCE, SOURCE, SOURCE]);
    expect(evaluation()).toBe("matched");
  });
});
