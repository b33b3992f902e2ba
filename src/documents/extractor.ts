// placeholder until the real one is written
export interface DocumentExtractor { extract(file: {bytes: Uint8Array; filename: string}): Promise<{media_type: string; text: string; pages: number|null}> }
export function createLocalExtractor(_limits: unknown): DocumentExtractor { return { extract: async (f) => ({ media_type: "text/plain", text: new TextDecoder().decode(f.bytes), pages: null }) }; }
