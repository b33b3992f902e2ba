// placeholder until the real one is written
import type { AnalysisProvider } from "../providers/port.ts";
export function createEmbeddedProvider(): AnalysisProvider {
  return {
    kind: "embedded",
    model: (r) => `embedded/${r.domain}-${r.version}`,
    analyse: async ({ text }) => ({
      summary: "x",
      techniques: [...text.matchAll(/T\d{4}(\.\d{3})?/g)].map((m) => ({
        attack_id: m[0],
        confidence: 0.9,
        evidence: m[0],
        evidence_start: m.index,
        evidence_end: m.index + m[0].length,
        hit: { kind: "id" as const, text: m[0] },
      })),
      group_names: [],
      chunks: 1,
      chars_analyzed: text.length,
    }),
  };
}
