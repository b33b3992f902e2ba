import type { Entity } from "./summary-schema.ts";
import { readJcard } from "./jcard.ts";
import { items, line, lines, member } from "../read-values.ts";

const MAX_DEPTH = 5;
const MAX_ENTITIES = 50;

/** An entity, with contact data that is not shown. */
export interface ReadEntity extends Entity {
  country: string | null;
  withheld: string[];
}

/**
 * Returns the entities of an RDAP object (RFC 9083, 5.1), nested ones after their parent. An entity that occurs
 * twice is returned once with the roles of both.
 */
export function readEntities(object: unknown): ReadEntity[] {
  const found: ReadEntity[] = [];
  collect(object, 1, found);
  return found;
}

function collect(object: unknown, depth: number, found: ReadEntity[]): void {
  for (const value of items(member(object, "entities"))) {
    if (found.length >= MAX_ENTITIES) return;
    const entity = readEntity(value);
    const known = found.find((other) => isSame(other, entity));
    if (known !== undefined) known.roles = [...new Set([...known.roles, ...entity.roles])];
    else if (entity.name !== null || entity.handle !== null || entity.roles.length > 0) {
      found.push(entity);
    }
    if (depth < MAX_DEPTH) collect(value, depth + 1, found);
  }
}

function readEntity(value: unknown): ReadEntity {
  const contact = readJcard(member(value, "vcardArray"));
  return {
    ...contact,
    roles: lines(member(value, "roles")).map((role) => role.toLowerCase()),
    handle: line(member(value, "handle")),
  };
}

function isSame(a: ReadEntity, b: ReadEntity): boolean {
  return a.handle === b.handle && a.name === b.name && a.email === b.email;
}
