import { cacheByBody, cacheWhile } from "../../platform/response-cache/cache-response.ts";
import type { PublishedReleases } from "./published-releases.ts";

type PublishedDeps = { published: PublishedReleases };

const sourceOf = async ({ published }: PublishedDeps) => await published.list();
const current = ({ published }: PublishedDeps) => published.current();

/** Caches a response that depends on the published releases alone until they change. */
export const cachePublished = cacheWhile(sourceOf, current);

/** Caches a response computed from the published releases and a request body. */
export const cacheComputed = cacheByBody(sourceOf, current);
