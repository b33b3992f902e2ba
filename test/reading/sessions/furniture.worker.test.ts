import { beforeAll, describe, expect, it } from "vitest";
import type { Analysis } from "../../../src/reading/sessions/schema.ts";
import { form, ingestAsShipped, request, requestJson } from "../../support/service.ts";

const LINE = "Licensed to jane.doe@customer.example, copy 4711";
const PARAGRAPHS = [
  "The operators sent a phishing mail (T1566) to two banks in March.",
  "The attachment started a PowerShell downloader (T1059.001) on the computer of the victim.",
  "They placed a malicious library beside a signed program (T1574.001), which loaded it.",
  "They sent the documents to login.evil-host.xyz before they left the network.",
];
const PLAIN = PARAGRAPHS.join("\n\n");
const MARKED = [LINE, ...PARAGRAPHS.flatMap((words) => [words, LINE])].join("\n\n");

beforeAll(ingestAsShipped);

const analyse = async (text: string) =>
  (await requestJson<Analysis>("/api/analyze", form({ text }))).body;

describe("a line that is repeated through a report", () => {
  it("changes no finding, and is listed once for what it is", async () => {
    const [plain, marked] = [await analyse(PLAIN), await analyse(MARKED)];
    const shown = ({ techniques }: Analysis) =>
      techniques.map(({ attack_id, evidence }) => [attack_id, evidence]);
    expect(shown(marked)).toEqual(shown(plain));
    expect(shown(marked).length).toBeGreaterThan(1);
    expect(marked.set_aside.filter(({ reason }) => reason === "furniture")).toEqual([
      {
        attack_id: "",
        name: "",
        reason: "furniture",
        evidence: LINE,
        evidence_start: 0,
        evidence_end: LINE.length,
        count: 5,
      },
    ]);
    expect(plain.set_aside.filter(({ reason }) => reason === "furniture")).toEqual([]);
    expect(JSON.stringify({ ...marked, set_aside: [] })).not.toContain("jane.doe");
  });

  it.each(["csv", "markdown", "stix", "navigator"])("is in no export: %s", async (format) => {
    const { session_id: id } = await analyse(MARKED);
    const response = await request(`/api/export/analysis/${id}/${format}`);
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain("jane.doe");
  });
});
