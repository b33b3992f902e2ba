import { api, bodyOf, type Schema } from "./client.ts";

export type Capture = Schema<"Capture">;
export type CapturedPage = Schema<"CapturedPage">;

/** Adds a page to the intake, as rendered by a browser. */
export const capturePage = (body: CapturedPage): Promise<Capture> =>
  bodyOf(api.POST("/api/pipeline/intake/capture", { body }));

/** Adds an email to the intake, as an RFC 5322 file. */
export const captureMail = (file: Blob): Promise<Capture> =>
  bodyOf(
    api.POST("/api/pipeline/intake/capture", {
      body: "",
      headers: { "Content-Type": "message/rfc822" },
      bodySerializer: () => file,
    }),
  );
