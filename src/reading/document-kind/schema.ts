import { z } from "zod";

/** Kinds of text. Only threat reports have findings. */
export const DOCUMENT_KINDS = ["threat_report", "research_or_guidance", "other"] as const;

const kind = z.enum(DOCUMENT_KINDS);
const probability = z.number().min(0).max(1);
const offset = (which: string) =>
  z.int().meta({ description: `${which} in the stored text, in UTF-16 code units.` });

/** The kind of a text, as stored and returned by a session. */
export const documentKindSchema = z
  .object({
    kind: kind.meta({
      description:
        "Kind of the text. threat_report: what an adversary or malware did; research_or_guidance: techniques, tools, detection or hardening in general; other: everything else.",
      example: "threat_report",
    }),
    probability: probability.meta({
      description:
        "Probability of `kind`. It may be below one half for a threat report, because doubtful texts stay reports.",
      example: 0.97,
    }),
    probabilities: z
      .object({
        threat_report: probability.meta({ description: "Probability of a threat report." }),
        research_or_guidance: probability.meta({
          description: "Probability of security research or guidance.",
        }),
        other: probability.meta({ description: "Probability of any other text." }),
      })
      .meta({
        description: "Probability of each kind; they add up to 1.",
        example: { threat_report: 0.97, research_or_guidance: 0.02, other: 0.01 },
      }),
    reasons: z.array(z.string()).meta({
      description: "What spoke most for the kind, in plain words.",
      example: ["Words that suggest it: “actors”, “ransomware”, “encrypted”."],
    }),
    sections: z
      .array(
        z.object({
          kind: kind.meta({ description: "Kind of this section." }),
          probability: probability.meta({ description: "Probability of that kind." }),
          start: offset("Start of the section"),
          end: offset("End of the section"),
        }),
      )
      .meta({
        description:
          "Long sections of a threat report that are plainly of another kind. Their findings are candidates.",
        example: [],
      }),
  })
  .meta({ id: "DocumentKind" });

export type DocumentKind = z.output<typeof documentKindSchema>;
export type KindName = DocumentKind["kind"];
