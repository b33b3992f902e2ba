import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { releasePath } from "../data/data-folder.ts";
import { STARTS } from "../../src/detection/catalogue/starts.ts";
import { RULE_LANGUAGES, type RuleLanguage } from "../../src/detection/languages/vocabulary.ts";
import type { SkeletonRequest } from "../../src/detection/drafts/skeleton.ts";
import { readRelease } from "../../src/knowledge/attack/read-release.ts";
import { draft, draftables } from "../../test/support/every-draft.ts";
import { readData } from "../../test/support/node/real-data.ts";

const ENDINGS: Record<RuleLanguage, string> = { sigma: "yml", kql: "kql", spl: "spl", eql: "eql" };

type Request = Pick<SkeletonRequest, "technique"> & Partial<SkeletonRequest>;

/**
 * Writes the drafts of every technique of Enterprise 19.1 in all languages: of each analytic for each log
 * source that it names, and without an analytic for each platform and each log source to start from.
 */
export async function writeDrafts(folder: string): Promise<void> {
  const bytes = gunzipSync(readData(releasePath("enterprise-attack", "19.1")) ?? "");
  const release = await readRelease(new Blob([bytes]).stream(), {});
  const techniques = release.techniques.filter(({ state }) => state === "active");
  const requests: Request[] = [
    ...draftables(release).flatMap(({ technique, analytic }) =>
      analytic.telemetry.map(({ name, channel }) => ({
        technique,
        analytic,
        telemetry: channel === null ? name : `${name}:${channel}`,
      })),
    ),
    ...techniques.flatMap((technique) =>
      technique.platforms.map((platform) => ({
        technique: { ...technique, platforms: [platform] },
      })),
    ),
    ...STARTS.flatMap(({ name, platforms }) =>
      techniques.slice(0, 1).map((technique) => ({
        technique: { ...technique, platforms },
        telemetry: name,
      })),
    ),
  ];
  for (const [at, request] of requests.entries()) {
    const place = String(at).padStart(12, "0");
    const name = `draft_${place}_${request.technique.attack_id.toLowerCase().replace(".", "_")}`;
    for (const language of RULE_LANGUAGES) {
      const id = `11111111-2222-4333-8444-${place}`;
      const text = draft(language, { ...request, rule_id: id });
      writeFileSync(join(folder, `${name}.${ENDINGS[language]}`), text);
    }
  }
}
