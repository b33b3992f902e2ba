import { keepWhile } from "../../platform/kept-answers/keep-answer.ts";
import type { PublishedReleases } from "./published-releases.ts";

/** Keeps what a route answers from the published releases alone, until one of them comes or goes. */
export const keepPublished = keepWhile<{ published: PublishedReleases }>(
  async ({ published }) => await published.list(),
  ({ published }) => published.current(),
);
