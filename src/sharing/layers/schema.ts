import { z } from "zod";
import { campaignIdParam, groupIdParam, techniqueIdParam } from "../../knowledge/attack/params.ts";
import { uuidParam } from "../../platform/http/params.ts";
import { LEFT_OUT_REASONS, REMOVAL_REASONS, SET_OPERATIONS } from "./vocabulary.ts";

const formerTechniqueSchema = z.object({
  attack_id: z.string(),
  state: z.enum(["revoked", "deprecated"]),
  replaced_by: z.string().nullable().meta({
    description: "ID of the active technique that replaces a revoked one; null if there is none.",
  }),
  successors: z.array(z.string()).optional().meta({
    description: "All that replace it, where that is more than one.",
  }),
});
export type FormerTechnique = z.output<typeof formerTechniqueSchema>;

/** A technique id that the layer's release lacks and another release has. */
const otherReleaseTechniqueSchema = z.object({
  attack_id: z.string(),
  name: z.string(),
  domain: z.string(),
  version: z.string(),
  relation: z.enum(["newer", "older", "same", "other_domain"]),
  called: z.array(z.object({ attack_id: z.string(), name: z.string() })),
});

export type OtherReleaseTechnique = z.output<typeof otherReleaseTechniqueSchema>;

/** Maximum scores and comments in one body, and the longest comment. */
const MAX_ANNOTATIONS = 4_000;
const MAX_COMMENT_CHARS = 10_000;

/** The status of a layer's ids in its release. */
const standing = {
  unknown_technique_ids: z.array(z.string()).meta({
    description:
      "Ids of the layer that neither its release has nor any other that is known; all ids while the domain has no release.",
  }),
  other_release_techniques: z.array(otherReleaseTechniqueSchema).meta({
    description:
      "Ids of the layer that its release does not have and that belong to another release or domain; kept as given.",
  }),
  former_techniques: z.array(formerTechniqueSchema).meta({
    description:
      "Techniques that are revoked or deprecated in the release; kept as given until a migration.",
  }),
};

const release = {
  domain: z.string().max(64).optional().meta({
    description: "Default: enterprise-attack.",
    example: "enterprise-attack",
  }),
  version: z.string().min(1).max(32).optional().meta({
    description:
      "The ingested release that the ids are looked up in. Default: the current release.",
    example: "19.1",
  }),
};

/** The release in the query; the body takes precedence. */
export const layerQuery = release;

/** Text that can be stored and shown: no lone surrogates, no NUL. */
const shownText = z.string().transform((text) => text.toWellFormed().replaceAll("\0", ""));

const annotationFields = {
  attack_id: z.string(),
  tactic: z.string().nullable().meta({
    description: "Short name of the tactic that it is said of; null for all of the technique's.",
  }),
  score: z.number().nullable().meta({ description: "Null for none." }),
  comment: z.string().meta({ description: "Empty for none." }),
};
const annotationSchema = z.object(annotationFields).meta({ id: "LayerAnnotation" });

const annotationInputSchema = z
  .object({
    attack_id: techniqueIdParam,
    tactic: z.string().min(1).max(64).nullable().default(null),
    score: z.number().min(-1e9).max(1e9).nullable().default(null).meta({
      description: "Score of the technique; null for none.",
      example: 80,
    }),
    comment: shownText.pipe(z.string().max(MAX_COMMENT_CHARS)).default("").meta({
      description: "Comment on the technique; empty for none.",
      example: "Seen at two of our sites.",
    }),
  })
  .meta({ id: "LayerAnnotationInput" });

export const layerInputSchema = z
  .object({
    name: shownText.pipe(z.string().trim().min(1).max(255)),
    description: shownText.pipe(z.string().max(20_000)).optional(),
    ...release,
    technique_ids: z.array(techniqueIdParam).min(1).max(2000),
    annotations: z.array(annotationInputSchema).max(MAX_ANNOTATIONS).optional().meta({
      description:
        "All scores and comments of the layer's techniques; they replace those of the layer. Left out, those of techniques that stay are kept.",
    }),
  })
  .meta({ id: "LayerInput" });

export const layerListItemSchema = z
  .object({
    layer_id: z.uuid(),
    name: z.string(),
    description: z.string(),
    domain: z.string(),
    version: z.string().nullable().meta({
      description:
        "Release that the IDs were looked up in; null if no release of the domain was ingested at the last change.",
    }),
    technique_count: z.int(),
    ...standing,
    migrated_at: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "LayerListItem" });

const step = z.object({ from: z.string(), to: z.string(), name: z.string() });

/**
 * The result of a migration. Every technique of the layer is in one of the four lists; a split one appears once per
 * part.
 */
const accountSchema = z.object({
  copied_from: z.uuid().nullable(),
  migrated_from: z.string().nullable().meta({ description: "The release of the layer before." }),
  migrated_to: z.string(),
  migrated_at: z.string(),
  kept: z.array(z.string()).meta({
    description: "Ids that are active in the new release, or unknown in both releases.",
  }),
  replaced: z.array(step).meta({
    description:
      "Ids that the new release has under another one: the successors of revoked ids and, on the way " +
      "back, the only predecessor of an id.",
  }),
  merged: z.array(step).meta({
    description: "The same, where another technique of the layer ends at that id too.",
  }),
  removed: z.array(
    z.object({
      attack_id: z.string(),
      name: z.string().nullable(),
      reason: z.enum(REMOVAL_REASONS),
      detail: z.string(),
      belongs_to: otherReleaseTechniqueSchema
        .pick({ domain: true, version: true })
        .nullable()
        .meta({ description: "The release that an `absent` technique belongs to, if known." }),
      called: otherReleaseTechniqueSchema.shape.called.meta({
        description: "What the new release has instead of an `absent` technique.",
      }),
    }),
  ),
});

export const layerSchema = layerListItemSchema
  .extend({
    technique_ids: z
      .array(z.string())
      .meta({ description: "Technique IDs in upper case, distinct and sorted." }),
    annotations: z.array(annotationSchema).meta({
      description: "Scores and comments of its techniques, set here or in the Navigator.",
    }),
    migration: accountSchema.nullable(),
  })
  .meta({ id: "Layer" });

/** A layer right after its migration, with the account in the same object. */
export const migrationSchema = layerSchema
  .omit({ migration: true })
  .extend(accountSchema.shape)
  .meta({ id: "LayerMigration" });

export const importedLayerSchema = layerSchema
  .extend({
    left_out: z
      .array(
        z.object({
          attack_id: z.string(),
          tactic: z.string().nullable(),
          reason: z.enum(LEFT_OUT_REASONS),
        }),
      )
      .meta({
        description:
          "Entries that add no technique to the set: those that are `disabled`, and those that are " +
          "`only_expanded`, without an annotation, to show sub-techniques that the layer lists itself.",
      }),
    not_kept: z
      .array(z.object({ property: z.string(), count: z.int(), reason: z.string() }))
      .meta({ description: "Properties of the file that are not stored." }),
    warnings: z.array(z.string()),
  })
  .meta({ id: "ImportedLayer" });

const releaseNumber = z.union([z.string(), z.number()]).optional();

/** The validated part of an ATT&CK Navigator layer; all else is stored or listed. */
export const navigatorLayerSchema = z
  .looseObject({
    name: z.string().trim().min(1).max(255),
    domain: z.string().max(64).optional(),
    version: releaseNumber,
    versions: z.looseObject({ layer: releaseNumber, attack: releaseNumber }).optional(),
    techniques: z.array(z.unknown()).min(1).max(20_000),
  })
  .meta({ id: "NavigatorLayer" });
export type NavigatorFile = z.output<typeof navigatorLayerSchema>;

const operandSchema = z
  .strictObject({
    layer_id: uuidParam.optional(),
    group_id: groupIdParam.optional(),
    campaign_id: campaignIdParam.optional(),
    session_id: uuidParam.optional(),
  })
  .refine(
    (operand) => Object.keys(operand).length === 1,
    "must have exactly one of layer_id, group_id, campaign_id, session_id",
  );

export const combinationInputSchema = z
  .object({
    operands: z.array(operandSchema).min(1).max(20),
    operation: z.enum(SET_OPERATIONS),
    ...release,
    domain: release.domain.meta({
      description:
        "Domain of the knowledge base (default: that of the layers and sessions, otherwise enterprise-attack).",
    }),
  })
  .meta({ id: "CombinationInput" });

export const combinationSchema = z
  .object({
    operation: z.enum(SET_OPERATIONS),
    domain: z.string(),
    version: z.string().nullable(),
    operands: z.array(
      z.object({
        kind: z.enum(["layer", "group", "campaign", "session"]),
        id: z.string(),
        name: z.string().nullable(),
        technique_count: z.int(),
      }),
    ),
    technique_ids: z.array(z.string()),
    technique_count: z.int(),
    techniques: z.array(
      z.object({
        attack_id: z.string(),
        name: z
          .string()
          .nullable()
          .meta({ description: "Name of the technique; null if it is not active in the release." }),
        tactics: z.array(z.string()),
        platforms: z.array(z.string()),
      }),
    ),
    ...standing,
    replaced: z
      .array(z.object({ from: z.string(), to: z.string() }))
      .meta({ description: "Revoked IDs of the operands that were replaced by their successors." }),
  })
  .meta({ id: "Combination" });

export type LayerAnnotation = z.output<typeof annotationSchema>;
export type LayerInput = z.output<typeof layerInputSchema>;
export type LayerListItem = z.output<typeof layerListItemSchema>;
export type Layer = z.output<typeof layerSchema>;
export type Migration = z.output<typeof migrationSchema>;
export type MigrationAccount = z.output<typeof accountSchema>;
export type ImportedLayer = z.output<typeof importedLayerSchema>;
export type Operand = z.output<typeof operandSchema>;
export type CombinationInput = z.output<typeof combinationInputSchema>;
export type Combination = z.output<typeof combinationSchema>;
