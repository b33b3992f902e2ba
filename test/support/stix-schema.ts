import { z } from "zod";

/**
 * What STIX 2.1 (OASIS Standard, 10 June 2021) demands of the object types that we export: required
 * properties, their forms and vocabularies. Properties that are not named here are refused unless
 * they are custom ones (`x_`), and no list may be empty.
 */
const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
const idOf = (type: string) => z.string().regex(new RegExp(`^(?:${type})--${uuid}$`));
const anyId = idOf("[a-z][a-z0-9-]+[a-z0-9]");
const timestamp = z
  .string()
  .regex(/^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?Z$/);
const text = z.string().min(1);
const list = <T extends z.ZodType>(item: T) => z.array(item).min(1);

const externalReference = z
  .strictObject({
    source_name: text,
    description: z.string().optional(),
    url: z.url().optional(),
    hashes: z.record(z.string(), z.string()).optional(),
    external_id: z.string().optional(),
  })
  .refine(({ description, url, external_id: id }) => description ?? url ?? id);

const common = (type: string) => ({
  type: z.literal(type),
  spec_version: z.literal("2.1"),
  id: idOf(type),
  created_by_ref: idOf("identity").optional(),
  created: timestamp,
  modified: timestamp,
  revoked: z.boolean().optional(),
  labels: list(text).optional(),
  confidence: z.int().min(0).max(100).optional(),
  lang: z.string().optional(),
  external_references: list(externalReference).optional(),
  object_marking_refs: list(idOf("marking-definition")).optional(),
});

/** Section 9: names of custom properties, and no empty lists among their values. */
function withCustom<T extends z.ZodRawShape>(shape: T) {
  return z
    .looseObject(shape)
    .refine((object) =>
      Object.entries(object).every(
        ([name, value]) =>
          name in shape ||
          name === "extensions" ||
          (/^x_[a-z0-9_]{1,248}$/.test(name) &&
            value !== null &&
            !(Array.isArray(value) && value.length === 0)),
      ),
    )
    .refine((object) => String(object["modified"]) >= String(object["created"]));
}

const identity = withCustom({
  ...common("identity"),
  name: text,
  description: z.string().optional(),
  identity_class: z
    .enum(["individual", "group", "system", "organization", "class", "unknown"])
    .optional(),
});

/** An open vocabulary that we keep to. */
const REPORT_TYPES = [
  "attack-pattern",
  "campaign",
  "identity",
  "indicator",
  "intrusion-set",
  "malware",
  "observed-data",
  "threat-actor",
  "threat-report",
  "tool",
  "vulnerability",
] as const;

/** Another one. */
const INDICATOR_TYPES = [
  "anomalous-activity",
  "anonymization",
  "benign",
  "compromised",
  "malicious-activity",
  "attribution",
  "unknown",
] as const;

const report = withCustom({
  ...common("report"),
  name: text,
  description: z.string().optional(),
  report_types: list(z.enum(REPORT_TYPES)).optional(),
  published: timestamp,
  object_refs: list(anyId),
});

const attackPattern = withCustom({
  ...common("attack-pattern"),
  name: text,
  description: z.string().optional(),
  aliases: list(text).optional(),
  kill_chain_phases: list(
    z.strictObject({
      kill_chain_name: z.string().regex(/^[a-z0-9-]+$/),
      phase_name: z.string().regex(/^[a-z0-9-]+$/),
    }),
  ).optional(),
});

const note = withCustom({
  ...common("note"),
  abstract: z.string().optional(),
  content: text,
  authors: list(text).optional(),
  object_refs: list(anyId),
});

const STEP = String.raw`(?:\w+|'[\w-]+')`;
const CONSTANT = String.raw`(?:'(?:[^'\\]|\\['\\])*'|\d+)`;
const COMPARISON = String.raw`[a-z0-9-]+:\w+(?:\.${STEP})* (?:=|ISSUBSET) ${CONSTANT}`;
/** One comparison of an object path with a constant, or two, which is all that we write (part 9). */
const PATTERN = new RegExp(String.raw`^\[${COMPARISON}(?: AND ${COMPARISON})?\]$`);

const indicator = withCustom({
  ...common("indicator"),
  name: z.string().optional(),
  description: z.string().optional(),
  indicator_types: list(z.enum(INDICATOR_TYPES)).optional(),
  pattern: z.string().regex(PATTERN),
  pattern_type: z.literal("stix"),
  valid_from: timestamp,
  valid_until: timestamp.optional(),
}).refine(({ valid_from: from, valid_until: until }) => until === undefined || until > from);

const observedData = withCustom({
  ...common("observed-data"),
  first_observed: timestamp,
  last_observed: timestamp,
  number_observed: z.int().min(1),
  object_refs: list(anyId),
}).refine(({ first_observed: first, last_observed: last }) => last >= first);

const vulnerability = withCustom({
  ...common("vulnerability"),
  name: text,
  description: z.string().optional(),
});

const intrusionSet = withCustom({
  ...common("intrusion-set"),
  name: text,
  description: z.string().optional(),
  aliases: list(text).optional(),
});

const malware = withCustom({
  ...common("malware"),
  name: text,
  description: z.string().optional(),
  aliases: list(text).optional(),
  is_family: z.boolean(),
});

const tool = withCustom({
  ...common("tool"),
  name: text,
  description: z.string().optional(),
  aliases: list(text).optional(),
});

const campaign = withCustom({
  ...common("campaign"),
  name: text,
  description: z.string().optional(),
  aliases: list(text).optional(),
  first_seen: timestamp.optional(),
  last_seen: timestamp.optional(),
});

const grouping = withCustom({
  ...common("grouping"),
  name: text,
  description: z.string().optional(),
  context: z.enum(["suspicious-activity", "malware-analysis", "unspecified"]),
  object_refs: list(anyId),
});

const related = {
  ...common("relationship"),
  relationship_type: z.string().regex(/^[a-z0-9-]+$/),
  description: z.string().optional(),
  source_ref: anyId,
  target_ref: anyId,
};
const relationship = withCustom(related);

/** OpenCTI's extension (section 7.3): how it says that something was assessed, and with what result. */
const opencti = (type: string) =>
  z.strictObject({
    "extension-definition--ea279b3e-5c71-4632-ac08-831c66a786ba": z.strictObject({
      extension_type: z.literal(type),
    }),
  });
const assessed = {
  covered: z.boolean(),
  coverage: list(
    z.strictObject({
      name: z.enum(["DETECTION", "PREVENTION"]),
      score: z.int().min(0).max(100),
    }),
  ).optional(),
  external_uri: z.url().optional(),
};
const hasCovered = withCustom({
  ...related,
  ...assessed,
  relationship_type: z.literal("has-covered"),
  source_ref: idOf("security-coverage"),
  extensions: opencti("toplevel-property-extension"),
});
const securityCoverage = withCustom({
  ...common("security-coverage"),
  ...assessed,
  name: text,
  description: z.string().optional(),
  covered_ref: idOf("report|intrusion-set|campaign|grouping"),
  last_result: timestamp,
  auto_enrichment_disable: z.boolean(),
  tenant_name: text,
  extensions: opencti("new-sdo"),
});

/** A marking of TLP 2.0 by its published extension; it has no `modified` (section 7.2). */
const markingDefinition = z.strictObject({
  type: z.literal("marking-definition"),
  spec_version: z.literal("2.1"),
  id: idOf("marking-definition"),
  created: timestamp,
  name: text,
  extensions: z.strictObject({
    "extension-definition--60a3c5c5-0d10-413e-aab3-9e08dde9e88d": z.strictObject({
      extension_type: z.literal("property-extension"),
      tlp_2_0: z.enum(["clear", "green", "amber", "amber+strict", "red"]),
    }),
  }),
});

/** A statement as marking (section 7.2.1). */
const statementDefinition = z.strictObject({
  type: z.literal("marking-definition"),
  spec_version: z.literal("2.1"),
  id: idOf("marking-definition"),
  created: timestamp,
  definition_type: z.literal("statement"),
  definition: z.strictObject({ statement: text }),
});

/** A definition of an extension (section 7.3). */
const extensionDefinition = withCustom({
  ...common("extension-definition"),
  created_by_ref: idOf("identity"),
  name: text,
  description: z.string().optional(),
  schema: text,
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  extension_types: list(z.enum(["new-sco", "toplevel-property-extension"])),
  extension_properties: list(z.string().regex(/^[a-z0-9_]{3,250}$/)).optional(),
});

const cyber = <T extends string>(type: T) => ({
  type: z.literal(type),
  spec_version: z.literal("2.1"),
  id: idOf(type),
  object_marking_refs: list(idOf("marking-definition")).optional(),
});

/** Names of hashes that files have; the last two as MISP writes them. */
const HASHES = ["MD5", "SHA-1", "SHA-256", "SHA-512", "SSDEEP", "IMPHASH", "AUTHENTIHASH"] as const;

/** Cyber-observable objects, whose ids everybody makes of their values (section 2.9). */
const observable = z.union([
  ...(["ipv4-addr", "ipv6-addr", "domain-name", "url", "email-addr"] as const).map((type) =>
    z.strictObject({ ...cyber(type), value: text }),
  ),
  z
    .strictObject({
      ...cyber("file"),
      hashes: z.partialRecord(z.enum(HASHES), text).optional(),
      name: text.optional(),
      parent_directory_ref: idOf("directory").optional(),
    })
    .refine(({ hashes, name }) => hashes ?? name),
  z.strictObject({ ...cyber("directory"), path: text }),
  z.strictObject({ ...cyber("windows-registry-key"), key: text }),
  z.strictObject({ ...cyber("mutex"), name: text }),
  z.strictObject({ ...cyber("autonomous-system"), number: z.int() }),
  z.strictObject({ ...cyber("x509-certificate"), hashes: z.record(z.string(), text) }),
  z.strictObject({
    ...cyber("x-tradecraft-observable"),
    kind: text,
    value: text,
    extensions: z.record(
      idOf("extension-definition"),
      z.strictObject({ extension_type: z.literal("new-sco") }),
    ),
  }),
]);

/** Extensions of TLP 2.0 and of OpenCTI, which others define. */
const THEIRS = new Set([
  "extension-definition--60a3c5c5-0d10-413e-aab3-9e08dde9e88d",
  "extension-definition--ea279b3e-5c71-4632-ac08-831c66a786ba",
  "extension-definition--f93e2c80-4231-4f9a-af8b-95c9bd566a82",
]);

/** A bundle, whose objects' ids are distinct and refer to each other only. */
export const stixBundleSchema = z
  .strictObject({
    type: z.literal("bundle"),
    id: idOf("bundle"),
    objects: list(
      z.union([
        identity,
        report,
        attackPattern,
        note,
        indicator,
        observedData,
        extensionDefinition,
        vulnerability,
        intrusionSet,
        malware,
        tool,
        campaign,
        grouping,
        hasCovered,
        securityCoverage,
        relationship,
        markingDefinition,
        statementDefinition,
        observable,
      ]),
    ),
  })
  .refine(({ objects }) => new Set(objects.map(({ id }) => id)).size === objects.length)
  .refine(({ objects }) => {
    const known = new Set<unknown>(objects.map(({ id }) => id));
    return objects.every((object) => {
      const {
        object_refs: refs = [],
        object_marking_refs: markings = [],
        created_by_ref: by,
        source_ref: source,
        target_ref: target,
        covered_ref: covered,
      } = object as Record<string, unknown>;
      const named = [by, source, target, covered].filter((id) => id !== undefined);
      const extensions = Object.keys((object as Record<string, object>)["extensions"] ?? {});
      const others = extensions.filter((id) => !THEIRS.has(id));
      return [...(refs as unknown[]), ...(markings as unknown[]), ...named, ...others].every((id) =>
        known.has(id),
      );
    });
  });
