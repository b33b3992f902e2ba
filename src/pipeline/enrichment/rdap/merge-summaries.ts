import type { Entity, Summary } from "./summary-schema.ts";

/**
 * Merges the responses of a registry and its registrar about one domain. A thin registry such as that of .com knows
 * only the registrar, who knows the holder. If both have the same field, the registry is authoritative for the
 * registration. No data of either is lost.
 * @param relatedUrl URL of the registrar's response
 */
export function mergeSummaries(registry: Summary, registrar: Summary, relatedUrl: string): Summary {
  return {
    ...registry,
    related_url: relatedUrl,
    handle: registry.handle ?? registrar.handle,
    name: registry.name ?? registrar.name,
    country: registry.country ?? registrar.country,
    registrar: registry.registrar ?? registrar.registrar,
    status: [...new Set([...registry.status, ...registrar.status])],
    events: mergeEvents(registry.events, registrar.events),
    nameservers: registry.nameservers.length > 0 ? registry.nameservers : registrar.nameservers,
    entities: mergeEntities(registry.entities, registrar.entities),
    redacted: [...new Set([...registry.redacted, ...registrar.redacted])],
  };
}

/** Merges events. Both record the registration, at slightly different times. */
function mergeEvents(registry: Summary["events"], registrar: Summary["events"]) {
  const known = new Set(registry.map(({ action }) => action));
  return [...registry, ...registrar.filter(({ action }) => !known.has(action))];
}

function mergeEntities(registry: readonly Entity[], registrar: readonly Entity[]): Entity[] {
  const merged = registry.map((entity) => ({ ...entity }));
  for (const entity of registrar) {
    const known = merged.find((other) => isSame(other, entity));
    if (known === undefined) merged.push(entity);
    else {
      known.roles = [...new Set([...known.roles, ...entity.roles])];
      known.email ??= entity.email;
      known.handle ??= entity.handle;
    }
  }
  return merged;
}

/** Returns whether two entities have the same name and no differing published email addresses. */
function isSame(a: Entity, b: Entity): boolean {
  const mayBe = (x: string | null, y: string | null) => x === null || y === null || x === y;
  return a.name !== null && a.name === b.name && mayBe(a.email, b.email);
}
