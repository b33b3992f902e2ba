import { describe, expect, it } from "vitest";
import { activeIdsOf } from "../../../src/knowledge/attack/ids/resolve-id.ts";
import { findTechniqueIds } from "../../../src/text/tokens/technique-ids.ts";
import { seedIndex } from "./export-samples.ts";
import { analyse } from "./service.ts";

export interface Report {
  filename: string;
  bytes: Uint8Array;
  /** Technique ids that the report prints, sorted. */
  printed: string[];
  /** Those of them that Enterprise 18.1 does not know. */
  unknown: string[];
}

const index = seedIndex();

/** Sends a report to a service. */
export const sendReport = async (url: string, filename: string, bytes: Uint8Array) =>
  await analyse(url, { file: new File([new Uint8Array(bytes)], filename) });

/** The ids that the stored text of a session prints, sorted. */
export async function printedIds(url: string, sessionId: string): Promise<string[]> {
  const text = await textOf(url, sessionId);
  return [...new Set(findTechniqueIds(text).map(({ attack_id: id }) => id))].sort();
}

async function textOf(url: string, sessionId: string): Promise<string> {
  return await (await fetch(`${url}/api/analyze/${sessionId}/text`)).text();
}

/** Tests that the service answers what reports print, with evidence from their text. */
export function checkReports(reports: readonly Report[], url: () => string): void {
  describe.each(reports)("$filename", ({ filename, bytes, printed, unknown }) => {
    it("gives every printed id, none that is not printed, and evidence that stands in the text", async () => {
      const { status, body } = await sendReport(url(), filename, bytes);
      expect(status).toBe(200);
      const text = await textOf(url(), body.session_id);
      expect(await printedIds(url(), body.session_id)).toEqual([...printed].sort());
      const answered = new Set(body.techniques.flatMap((t) => [t.attack_id, t.replaced_from]));
      const known = printed.filter((id) => !unknown.includes(id));
      // Several revoked ids may have fallen together on one technique, which names one of them.
      const isAnswered = (id: string) =>
        answered.has(id) || activeIdsOf(id, index).some((to) => answered.has(to));
      expect(known.filter((id) => !isAnswered(id))).toEqual([]);
      expect(body.rejected_techniques.map((t) => t.attack_id)).toEqual([...unknown].sort());
      for (const technique of body.techniques) {
        expect(technique.verified).toBe(true);
        expect(text.slice(technique.evidence_start, technique.evidence_end)).toBe(
          technique.evidence,
        );
      }
    });
  });
}
