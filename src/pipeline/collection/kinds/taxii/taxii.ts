import { importPieces } from "../import-pieces.ts";
import { NoSource, type SourceKindEntry } from "../kind.ts";
import { findCollections } from "./find-collections.ts";
import { readCollection } from "./read-collection.ts";

const COLLECTION = /\/collections\/[^/]+\/$/;

/** TAXII 2.1 collections. Their objects are imported as STIX bundles. */
export const taxii: SourceKindEntry = {
  noun: "TAXII collection",
  filters: ["types"],
  looksLike: ({ pathname }) => /\/taxii2?(?:\/|$)|\/collections\//i.test(pathname),
  normalize(url) {
    const { origin, pathname } = url;
    const path = pathname.replace(/\/*$/, "/").replace(/\/(?:objects|manifest)\/$/, "/");
    if (COLLECTION.test(path)) return `${origin}${path}`;
    throw new NoSource(
      `${url.href} is not the address of a TAXII collection, such as https://taxii.example.org/api1/collections/<id>/. Preview the address of the server to list its collections.`,
    );
  },
  find: findCollections,
  poll: async (deps, part) =>
    await importPieces(deps, part, "stix", readCollection(deps, part.source)),
};
