import { beforeAll, describe, expect, it } from "vitest";
import { extractDocument } from "../../src/formats/documents/extract-document.ts";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";
import { ObservableReader } from "../../src/pipeline/observables/observable-reader.ts";
import { createEmbeddedProvider } from "../../src/reading/providers/embedded/embedded-provider.ts";
import {
  groundFindings,
  type GroundedFindings,
} from "../../src/reading/sessions/ground-findings.ts";
import type { Document } from "../../src/text/document/document.ts";
import { openDocument } from "../../src/text/outline/open-document.ts";
import { shippedModel, shippedRelease } from "../../scripts/model/shipped.ts";
import { FORMATS, type Format, inFormat, type Part } from "../support/documents/in-formats.ts";
import { LIMITS } from "../support/documents/limits.ts";

let release: ReleaseIndex;
let analyse: (document: Document) => Promise<GroundedFindings>;

beforeAll(() => {
  release = shippedRelease();
  const model = shippedModel();
  const provider = createEmbeddedProvider({ find: async () => [model] });
  const { signal } = new AbortController();
  const silent = { token: () => undefined, progress: () => undefined };
  analyse = async (document) => {
    const findings = await provider.analyse({ document, release, signal, stream: false }, silent);
    return groundFindings(findings, document, release);
  };
});

async function open(format: Format, parts: readonly Part[]): Promise<Document> {
  const bytes = await inFormat(format, parts);
  const { text, blocks } = await extractDocument({ bytes, filename: `report.${format}` }, LIMITS);
  return openDocument(text, blocks);
}

const ACTS: readonly Part[] = [
  { heading: "What happened", level: 2 },
  {
    paragraph:
      "The attackers sent mails with malicious Word attachments to the ministry. When a clerk opened one, a macro ran a PowerShell script that downloaded a loader.",
  },
  {
    paragraph:
      "They dumped credentials out of the lsass.exe process and moved to the file server over remote desktop. Then the ransomware encrypted every document and deleted the shadow copies.",
  },
];

const ADVICE: Part = {
  rows: [
    ["Accounts", "Require phishing-resistant authentication for all remote logons to the network"],
    ["Scripts", "Disable PowerShell for users who do not administer the systems"],
    ["Mail", "Block attachments with macros that come from the internet"],
    ["Backups", "Keep copies that ransomware cannot encrypt or delete"],
    ["Access", "Limit remote desktop to jump servers and log its use"],
    ["Tasks", "Audit scheduled tasks and services that run as the system account"],
  ],
};

const HEADINGS = [
  "Recommendations",
  "Recommendations.",
  "RECOMMENDATIONS",
  "4.2 Recommendations:",
  "Recommendations for organizations that want to protect themselves against this and similar campaigns",
];

describe.each(FORMATS)("a report as %s", (format) => {
  it("takes rows of advice for advice, whatever the heading over them looks like", async () => {
    const without = await analyse(await open(format, ACTS));
    const expected = without.techniques.map(({ attack_id }) => attack_id).sort();
    expect(expected.length).toBeGreaterThan(3);
    for (const heading of HEADINGS) {
      const { techniques } = await analyse(await open(format, [...ACTS, { heading }, ADVICE]));
      const found = techniques.map(({ attack_id }) => attack_id).sort();
      expect({ heading, found }).toEqual({ heading, found: expected });
    }
  });

  it("takes sites below references for references, whatever their heading looks like", async () => {
    const sites = {
      items: [
        "https://blog.contoso-research.com/loader-report",
        "https://www.fabrikam-labs.com/analysis",
      ],
    };
    for (const heading of ["References", "References, and where to read more.", "REFERENCES:"]) {
      const document = await open(format, [...ACTS, { heading }, sites]);
      const found = new ObservableReader().read(document, null);
      const urls = found.filter(({ kind }) => kind === "url");
      expect(urls.map(({ role }) => role)).toEqual(["reference", "reference"]);
      expect(found.filter(({ role }) => role === "indicator")).toEqual([]);
    }
  });

  it("reads over a licence line between its sentences", async () => {
    const licence = "Licensed to Example Bank plc, customer 4711. Do not redistribute.";
    const sentences = [
      "The attackers sent mails with malicious Word attachments to the ministry.",
      "A macro ran a PowerShell script that downloaded a loader from their server.",
      "The loader added itself to the startup folder so that it runs whenever the user logs on.",
      "They dumped credentials out of the lsass.exe process with procdump.",
      "The ransomware encrypted every document on the file server and left a ransom note.",
      "Before it encrypted the disk it ran vssadmin to delete all volume shadow copies.",
    ].map((paragraph): Part => ({ paragraph }));
    const plain = await analyse(await open(format, sentences));
    const licensed = sentences.flatMap((sentence) => [sentence, { paragraph: licence }]);
    const document = await open(format, licensed);
    const found = await analyse(document);
    const idsOf = ({ techniques }: GroundedFindings) =>
      techniques.map(({ attack_id }) => attack_id);
    expect(idsOf(found)).toEqual(idsOf(plain));
    expect(idsOf(found).length).toBeGreaterThan(4);
    expect(JSON.stringify([found.techniques, found.candidates])).not.toContain("Licensed");
    expect(document.blocks.filter(({ kind }) => kind === "furniture")).toHaveLength(6);
  });
});
