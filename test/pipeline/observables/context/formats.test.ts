import { describe, expect, it } from "vitest";
import { extractDocument } from "../../../../src/formats/documents/extract-document.ts";
import { readObservables } from "../../../../src/pipeline/observables/context/read-observables.ts";
import { outlineText } from "../../../../src/text/outline/outline-text.ts";
import {
  FORMATS,
  inFormat,
  type Format,
  type Part,
} from "../../../support/documents/in-formats.ts";

const LIMITS = { maxUnpackedBytes: 1e8, maxPdfPages: 100, maxTextChars: 1e6 };

/** The values of a report that is sent in a format, each with its role. */
async function rolesIn(format: Format, parts: readonly Part[]): Promise<Record<string, string>> {
  const bytes = await inFormat(format, parts);
  const { text, blocks } = await extractDocument({ bytes, filename: `report.${format}` }, LIMITS);
  const found = readObservables(outlineText(text, blocks), { publisher: null });
  return Object.fromEntries(found.map(({ normalized_value, role }) => [normalized_value, role]));
}

const INTRUSION = [
  "The intruders sent a document that ran a script on the first workstation of the company.",
  "The script downloaded a loader, which then ran in the memory of another process.",
  "They dumped the memory of the authentication service in order to steal more passwords.",
  "With these they went on to the file server over the remote desktop of an administrator.",
  "They packed the files of three departments into one archive before they copied it away.",
  "In the end they encrypted all servers and left a note on the screen of each of them.",
];

describe.each(FORMATS)("a report as %s", (format) => {
  it.each([
    "References, and where to read more.",
    "References",
    "REFERENCES",
    "References.",
    "7. References",
  ])("has references under the heading %j", async (heading) => {
    const roles = await rolesIn(format, [
      { heading: "The loader", level: 2 },
      {
        paragraph:
          "The loader beacons to orbit-sync.top in order to get its next orders from there.",
      },
      { heading },
      { items: ["www.quarry-vendor.net", "www.harbour-vendor.org"] },
    ]);
    expect(roles).toEqual({
      "orbit-sync.top": "indicator",
      "www.quarry-vendor.net": "reference",
      "www.harbour-vendor.org": "reference",
    });
  });

  it("has no observables in a licence line between its paragraphs", async () => {
    const licence =
      "Licensed to jane.doe@meadow-customer.org at 203.0.114.77, not for distribution";
    const parts = INTRUSION.flatMap((paragraph) => [{ paragraph }, { paragraph: licence }]);
    const last = {
      paragraph: "The loader beacons to orbit-sync.top in order to get its next orders from there.",
    };
    expect(await rolesIn(format, [...parts, last])).toEqual({ "orbit-sync.top": "indicator" });
  });

  it("has no indicators among the files that ransomware skips", async () => {
    const roles = await rolesIn(format, [
      { heading: "Indicators of compromise" },
      { items: ["updater77.exe", "locker-note.txt"] },
      { heading: "Files excluded from encryption" },
      { items: ["ntldr.sys", "bootfont.bin"] },
      { heading: "What the ransomware does" },
      {
        paragraph:
          "The ransomware encrypts all drives that it finds, and it skips the following files:",
      },
      { items: ["autorun.inf", "thumbs.db"] },
    ]);
    expect(roles).toEqual({
      "updater77.exe": "indicator",
      "locker-note.txt": "indicator",
      "ntldr.sys": "mentioned",
      "bootfont.bin": "mentioned",
      "autorun.inf": "mentioned",
      "thumbs.db": "mentioned",
    });
  });

  it("takes each column of a table for what its head says", async () => {
    const roles = await rolesIn(format, [
      { heading: "Infrastructure of the campaign" },
      {
        rows: [
          ["Domain", "Victim", "Source"],
          ["orbit-sync.top", "hafen-werke.de", "www.quarry-vendor.net"],
          ["grove-sync.top", "bergbau-sued.de", "www.quarry-vendor.net"],
        ],
      },
    ]);
    expect(roles).toMatchObject({
      "hafen-werke.de": "victim",
      "bergbau-sued.de": "victim",
      "www.quarry-vendor.net": "reference",
    });
  });
});
