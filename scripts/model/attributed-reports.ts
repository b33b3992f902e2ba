import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { extractDocument } from "../../src/formats/documents/extract-document.ts";

/** The text of a report, and the groups that did what it tells. */
export interface AttributedReport {
  title: string;
  text: string;
  groups: readonly string[];
}

/**
 * Whose work reports of TRAM's describe, by what stands in their titles. Those that name no group of
 * ATT&CK, or one for comparison alone, are left out.
 */
const TRAM_TITLES: readonly (readonly [title: string, ...groups: string[]])[] = [
  ["3CXDesktopApp Backdoored in a Suspected Lazarus Campaign", "G0032", "G1049"],
  ["AA21-076A: TrickBot Malware", "G0102"],
  ["AA21-200A: Tactics, Techniques, and Procedures of Indicted APT40", "G0065"],
  ["Abusing cloud services to fly under the radar", "G0114"],
  ["Akira Ransomware is", "G1024"],
  ["Analyzing Solorigate", "G0016"],
  ["BlueNoroff introduces new methods", "G0082"],
  ["Dark Web Profile: MuddyWater", "G0069"],
  ["Dissecting One of APT29", "G0016"],
  ["Early Bird Catches the Wormhole", "G0016"],
  ["Earth Preta’s Cyberespionage Campaign", "G0129"],
  ["Ex-Conti and FIN7 Actors Collaborate", "G0046"],
  ["Fantasy – a new Agrius wiper", "G1030"],
  ["Higaisa or Winnti? APT41 backdoors", "G0096"],
  ["ITG10 Likely Targeting South Korean", "G0067"],
  ["In the footsteps of the Fancy Bear", "G0007"],
  ["Iron Tiger’s SysUpdate", "G0027"],
  ["IronNetInjector", "G0010"],
  ["Kimsuky Strikes Again", "G0094"],
  ["LAPSUS$", "G1004"],
  ["Linux malware strengthens links between Lazarus", "G0032", "G1049"],
  ["MERCURY and DEV-1084", "G0069"],
  ["Malware Spotlight: Camaro Dragon", "G0129"],
  ["MoonBounce", "G0096"],
  ["Nation-state threat actor Mint Sandstorm", "G0059"],
  ["Not just an infostealer: Gopuram", "G0032", "G1049"],
  ["NotPetya Technical Analysis", "G0034"],
  ["Operation ‘Harvest’", "G0096", "G0044", "G0027"],
  ["Pack it Secretly: Earth Preta", "G0129"],
  ["Phishing Campaign Targets Chinese Nuclear Energy Industry", "G1002"],
  ["Transparent Tribe (APT36)", "G0134"],
  ["Who’s swimming in South Korean waters? Meet ScarCruft", "G0067"],
];

/** The same of the advisories. */
const ADVISORIES: readonly (readonly [file: string, ...groups: string[]])[] = [
  ["fbi-aa23-320a-scattered-spider.pdf", "G1015"],
  ["fbi-aa24-038a-volt-typhoon.pdf", "G1017"],
  ["ic3-aa23-352a-play-ransomware.pdf", "G1040"],
  ["AA20-302A.pdf", "G0102"],
];

const LIMITS = { maxUnpackedBytes: 1e9, maxPdfPages: 1000, maxTextChars: 2e6 };

/** TRAM's reports (`documents.jsonl.gz`) that one group is known to stand behind. */
export function readTramReports(path: string): AttributedReport[] {
  const lines = gunzipSync(readFileSync(path)).toString("utf8").trimEnd().split("\n");
  const reports = lines.map((line) => JSON.parse(line) as { title: string; text: string });
  return TRAM_TITLES.flatMap(([beginning, ...groups]) => {
    const report = reports.find(({ title }) => title.trim().startsWith(beginning));
    return report === undefined ? [] : [{ title: report.title, text: report.text, groups }];
  });
}

/** The advisories about one group. */
export async function readAdvisoryReports(folder: string): Promise<AttributedReport[]> {
  return await Promise.all(
    ADVISORIES.map(async ([filename, ...groups]) => {
      const bytes = new Uint8Array(readFileSync(join(folder, filename)));
      const { text } = await extractDocument({ bytes, filename }, LIMITS);
      return { title: filename, text, groups };
    }),
  );
}

/** AnnoCTR's reports whose annotators marked one group alone. */
export function readAnnoctrReports(folder: string): AttributedReport[] {
  return ["train", "dev"].flatMap((part) => {
    const path = join(folder, `${part}_documents.json`);
    const documents = JSON.parse(readFileSync(path, "utf8")) as Record<
      string,
      { groups: string[] }
    >;
    return Object.entries(documents)
      .filter(([, { groups }]) => groups.length === 1)
      .map(([title, { groups }]) => {
        return {
          title,
          text: readFileSync(join(folder, "text", part, `${title}.txt`), "utf8"),
          groups,
        };
      });
  });
}
