// placeholder until the real one is written
import { createLocalExtractor, type DocumentExtractor } from "./extractor.ts";
export function createServiceExtractor(_s: unknown, limits: unknown): DocumentExtractor { return createLocalExtractor(limits); }
