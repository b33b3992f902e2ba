import { cacheByBody, cacheWhile } from "../../platform/response-cache/cache-response.ts";
import type { PublishedReleases } from "./published-releases.ts";

type PublishedDeps = { published: PublishedReleases };

const sourceOf = async ({ published }: PublishedDeps) => await published.list();
const current = ({ published }: PublishedDeps) => published.current();

/** Keeps what a route answers from the published releases alone, until one of them comes or goes. */
export const cachePublished = cacheWhile(sourceOf, current);

/** The same for what is computed from them and from a body. */
export const cacheComputed = cacheByBody(sourceOf, current);
