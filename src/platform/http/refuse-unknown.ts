import { z } from "zod";

/**
 * Returns the schema with every nested object rejecting unknown fields. Objects that define this themselves
 * (`looseObject`, `catchall`) stay unchanged, because third-party formats carry other fields.
 */
export function refuseUnknown<T extends z.ZodType>(schema: T): T {
  const def: z.core.$ZodTypeDef & Record<string, unknown> = { ...schema.def };
  const changed = Object.fromEntries(
    INNER.filter((name) => name in def).flatMap((name) => {
      const after = strictPart(def[name]);
      return after === def[name] ? [] : [[name, after]];
    }),
  );
  const closes = def.type === "object" && def["catchall"] === undefined;
  if (!closes && Object.keys(changed).length === 0) return schema;
  const copy = schema.clone({ ...def, ...changed, ...(closes && { catchall: z.never() }) });
  const meta = z.globalRegistry.get(schema);
  return meta === undefined ? copy : copy.meta(meta);
}

/** Where a definition contains other input schemas. */
const INNER = ["shape", "element", "innerType", "in", "options", "items", "valueType"];

/** Processes a schema, a list of schemas or the fields of an object. Returns the same value if nothing changes. */
function strictPart(part: unknown): unknown {
  if (Array.isArray(part)) {
    const after = part.map(strictPart);
    return after.every((entry, index) => entry === part[index]) ? part : after;
  }
  if (typeof part !== "object" || part === null) return part;
  if (part instanceof z.ZodType) return refuseUnknown(part);
  const entries = Object.entries(part).map(([name, value]) => [name, strictPart(value)] as const);
  const isSame = entries.every(
    ([name, value]) => value === (part as Record<string, unknown>)[name],
  );
  return isSame ? part : Object.fromEntries(entries);
}
