import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Format,
  inFormat,
  type Part,
  tiles,
  toPdf,
  watermark,
} from "../support/documents/in-formats.ts";
import { sendReport } from "../support/node/check-reports.ts";
import { readPages } from "../support/node/read-pages.ts";
import { preparedFolder, type RunningService, startService } from "../support/node/service.ts";

const folder = preparedFolder();
let service: RunningService;
beforeAll(async () => {
  service = await startService(folder.path);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

const LINE = "Licensed to Example Bank plc, ask licence@example-bank.com. Do not redistribute.";

/** Long enough for several pages, with a table and a list, and values in prose and in a list. */
const REPORT: readonly Part[] = [
  { heading: "An intrusion at a supplier of machine parts", level: 1 },
  {
    paragraph:
      "The attackers sent mails with malicious Word attachments to the accountants of the supplier.",
  },
  { heading: "How they got in" },
  {
    paragraph:
      "A macro ran a PowerShell script that downloaded a loader from http://45.9.148.77/stage.bin to the folder of the user.",
  },
  {
    paragraph:
      "The loader added itself to the startup folder so that it runs whenever the user logs on.",
  },
  { heading: "What they did then" },
  {
    items: [
      "They dumped credentials out of the lsass.exe process with procdump.",
      "They moved to the file server over remote desktop.",
    ],
  },
  {
    paragraph:
      "Before it encrypted the disk the ransomware ran vssadmin to delete all volume shadow copies, and it left a note in every folder that it had reached.",
  },
  ...Array.from({ length: 44 }, (_, at): Part => ({
    paragraph: `On day ${at + 1} of our work the team looked at the servers of hall ${at + 1} and at the machines in it, of which most had been switched off in time, so that the disks could be copied and read in peace at our laboratory.`,
  })),
  { heading: "Indicators of compromise" },
  {
    rows: [
      ["mail-sync-update.net", "server of the loader"],
      ["91.200.14.73", "server of the actors"],
      ["45.9.148.77", "download"],
    ],
  },
  { heading: "Recommendations" },
  {
    paragraph:
      "Block macros in documents from the internet, and watch for new entries of the startup folder.",
  },
];

/** What is answered to a report: techniques, observables, and everything that is handed on. */
async function answerTo(filename: string, bytes: Uint8Array) {
  const { status, body } = await sendReport(service.url, filename, bytes);
  expect(status).toBe(200);
  const { entities, techniques, candidates } = body;
  const values = entities.observables.map(({ kind, value, role }) => `${kind} ${value} ${role}`);
  return {
    id: body.session_id,
    techniques: techniques.map(({ attack_id }) => attack_id),
    values: values.sort(),
    quoted: JSON.stringify([techniques, candidates, entities, body.summary]),
    set_aside: body.set_aside,
  };
}

async function exportsOf(id: string): Promise<string> {
  const texts: string[] = [];
  for (const format of ["stix", "navigator", "csv", "markdown"]) {
    const response = await fetch(`${service.url}/api/export/analysis/${id}/${format}`);
    expect(response.status).toBe(200);
    texts.push(await response.text());
  }
  const pdf = await fetch(`${service.url}/api/export/analysis/${id}`);
  const { pages } = await readPages(new Uint8Array(await pdf.arrayBuffer()));
  return [...texts, ...pages.map(({ text }) => text)].join("\n");
}

/** The line at one of five places, again and again: so many times at each. */
function interrupted(position: number, times: number): Part[] {
  const lines = Array.from({ length: times }, (): Part => ({ paragraph: LINE }));
  return REPORT.flatMap((part, at) => (at % 5 === position ? [...lines, part] : [part]));
}

/** The line on each page, drawn before or behind its text. */
async function printed(position: number, kind: string): Promise<Uint8Array> {
  // A slanted line begins low enough to stay on the page.
  const heights = kind === "diagonal" ? [40, 120, 200, 280, 360] : [770, 600, 400, 213, 24];
  const across = watermark(LINE, heights[position] ?? 0, kind === "diagonal" ? 45 : 0);
  const overlay = kind === "tiled" ? tiles(LINE) : across;
  return await toPdf(REPORT, position % 2 === 0 ? { under: overlay } : { over: overlay });
}

const CASES = (["html", "docx", "pdf"] as const).flatMap((format) =>
  ["horizontal", "diagonal", "tiled"].flatMap((kind) =>
    [0, 1, 2, 3, 4].map((position) => ({ format, kind, position })),
  ),
);

describe("a line that is repeated as a watermark", () => {
  const plain = new Map<Format, Awaited<ReturnType<typeof answerTo>>>();
  beforeAll(async () => {
    for (const format of ["html", "docx", "pdf"] as const) {
      plain.set(format, await answerTo(`plain.${format}`, await inFormat(format, REPORT)));
    }
  });

  it("is no part of what the report without it answers", () => {
    for (const { techniques, values } of plain.values()) {
      expect(techniques.length).toBeGreaterThan(4);
      expect(values).toContain("ipv4 91.200.14.73 indicator");
    }
  });

  it.each(CASES)(
    "changes nothing: $kind at position $position of a $format",
    async ({ format, kind, position }) => {
      const bytes =
        format === "pdf"
          ? await printed(position, kind)
          : await inFormat(format, interrupted(position, kind === "tiled" ? 3 : 1));
      const found = await answerTo(`marked.${format}`, bytes);
      const expected = plain.get(format);
      expect(found.techniques).toEqual(expected?.techniques);
      expect(found.values).toEqual(expected?.values);
      expect(found.quoted).not.toContain("example-bank");
      expect(found.quoted).not.toContain("Licensed to");
      expect(await exportsOf(found.id)).not.toMatch(/example-bank|Licensed to/);
      expect(JSON.stringify(found.set_aside)).toContain("Licensed to");
    },
  );
});
