import { beforeAll, describe, expect, it } from "vitest";
import type { AtomicTest } from "../../../src/detection/coverage/atomic/open-atomic-tests.ts";
import type { TechniqueCounts } from "../../../src/detection/coverage/library/schema.ts";
import type {
  Vulnerability,
  VulnerabilityListItem,
} from "../../../src/detection/coverage/library/vulnerabilities/schema.ts";
import type { ReportView } from "../../../src/pipeline/intake/schema.ts";
import type { SessionListItem } from "../../../src/reading/sessions/schema.ts";
import { smallBundle, smallObjects, technique } from "../../support/bundles.ts";
import { json, newSession } from "../../support/edits.ts";
import { ingest, requestJson } from "../../support/service.ts";

const EXPLOITED = "CVE-2021-26855";
const UNLISTED = "CVE-2021-99998";
let session: Awaited<ReturnType<typeof newSession>>;
let reportId = "";

const vulnerability = async (cve: string) =>
  (await requestJson<Vulnerability>(`/api/attack/vulnerabilities/${cve}`)).body;

beforeAll(async () => {
  const more = [
    technique(61, "T1190", "Exploit Public-Facing Application", ["initial-access"]),
    technique(62, "T1133", "External Remote Services", ["initial-access"]),
  ];
  await ingest(smallBundle("18.1", "2.1", [...smallObjects(), ...more]));
  session = await newSession(
    `The actors exploited ${EXPLOITED} to get in (T1190).\nThey ran T1059.001; ${UNLISTED} was tried too.`,
  );
  const report = await requestJson<ReportView>(
    "/api/pipeline/intake",
    json("POST", {
      title: `New wave against ${EXPLOITED}`,
      text: `The group exploited ${EXPLOITED}.`,
      technique_ids: ["T1059.001"],
      group_ids: ["G0016"],
    }),
  );
  reportId = report.body.id;
  await requestJson(
    "/api/pipeline/rules/generate",
    json("POST", { title: `Detect ${EXPLOITED}`, technique_id: "T1190", language: "sigma" }),
  );
});

describe("GET /api/evidence/techniques", () => {
  it("counts sessions and rules by technique", async () => {
    const { body } = await requestJson<TechniqueCounts[]>("/api/evidence/techniques");
    expect(body).toEqual([
      { attack_id: "T1059.001", session_count: 1, rule_count: 0, enabled_count: 0 },
      { attack_id: "T1190", session_count: 1, rule_count: 1, enabled_count: 0 },
    ]);
  });

  it("follows a decision at once", async () => {
    await session.patch("T1059.001", { review_status: "rejected" });
    const { body } = await requestJson<TechniqueCounts[]>("/api/evidence/techniques");
    expect(body.map(({ attack_id: id }) => id)).toEqual(["T1190"]);
  });
});

describe("GET /api/attack/techniques/{attack_id}/tests", () => {
  it("lists the tests of Atomic Red Team for a technique", async () => {
    const { status, body } = await requestJson<AtomicTest[]>(
      "/api/attack/techniques/T1059.001/tests",
    );
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(5);
    expect(body[0]).toMatchObject({
      technique_id: "T1059.001",
      number: 1,
      executor: expect.any(String),
    });
  });

  it("has none for a technique without tests, or one that nobody knows", async () => {
    expect((await requestJson("/api/attack/techniques/T1190/tests")).body).toEqual([]);
    expect((await requestJson("/api/attack/techniques/T9999/tests")).body).toEqual([]);
  });
});

describe("GET /api/attack/vulnerabilities", () => {
  const list = async (query = "") =>
    (await requestJson<VulnerabilityListItem[]>(`/api/attack/vulnerabilities?${query}`)).body;

  it("lists the CVEs that sessions and reports name, the most reported first", async () => {
    expect(await list()).toMatchObject([
      { cve_id: EXPLOITED, known_exploited: true, session_count: 1, report_count: 1 },
      {
        cve_id: UNLISTED,
        known_exploited: false,
        mapped_technique_count: 0,
        session_count: 1,
        report_count: 0,
      },
    ]);
  });

  it.each([
    ["search=99998", [UNLISTED]],
    ["search=cve-2021", [EXPLOITED, UNLISTED]],
    ["known_exploited=true", [EXPLOITED]],
    ["search=2019", []],
    ["limit=1&offset=1", [UNLISTED]],
    ["limit=1&offset=2", []],
  ])("filters and pages: %s", async (query, expected) => {
    expect((await list(query)).map(({ cve_id: id }) => id)).toEqual(expected);
  });

  it("returns the mapped techniques as the release has them, and what names the CVE", async () => {
    expect(await vulnerability("cve-2021-26855")).toMatchObject({
      cve_id: EXPLOITED,
      known_exploited: true,
      catalogue_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      techniques: [
        {
          attack_id: "T1133",
          name: "External Remote Services",
          mapping_types: ["exploitation_technique"],
        },
      ],
      session_count: 1,
      report_count: 1,
      observable_id: expect.any(String),
      rule_count: 1,
      rules: [{ title: `Detect ${EXPLOITED}`, state: "draft", language: "sigma" }],
    });
  });

  it("has a page for a CVE that nothing names, and none for what is no CVE", async () => {
    expect(await vulnerability("CVE-1999-0001")).toMatchObject({
      known_exploited: false,
      techniques: [],
      session_count: 0,
      report_count: 0,
      observable_id: null,
      rules: [],
    });
    const refused = await requestJson<{ code: string }>("/api/attack/vulnerabilities/CVE-21-1");
    expect([refused.status, refused.body.code]).toEqual([400, "invalid_id"]);
  });
});

describe("what names something", () => {
  it("filters sessions by a CVE", async () => {
    const named = async (cve: string) =>
      (await requestJson<SessionListItem[]>(`/api/analyze/sessions?cve=${cve}`)).body.length;
    expect(await named(EXPLOITED.toLowerCase())).toBe(1);
    expect(await named("CVE-1999-0001")).toBe(0);
  });

  it.each([
    ["names=T1059", 1],
    ["names=t1059.001", 1],
    ["names=T105", 400],
    ["names=T1566", 0],
    ["names=g0016", 1],
    ["names=G0007", 0],
  ])("filters the intake by %s", async (query, expected) => {
    const { status, body } = await requestJson<ReportView[]>(`/api/pipeline/intake?${query}`);
    if (status !== 200) expect(status).toBe(expected);
    else expect(body.map(({ id }) => id)).toEqual(expected === 1 ? [reportId] : []);
  });
});
