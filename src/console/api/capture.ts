import { api, bodyOf, type Schema } from "./client.ts";

export type Capture = Schema<"Capture">;
export type CapturedPage = Schema<"CapturedPage">;

/** Adds a page to the intake, as a browser has it. */
export const capturePage = (body: CapturedPage): Promise<Capture> =>
  bodyOf(api.POST("/api/pipeline/intake/capture", { body }));

/** Adds an email to the intake, as a file in the form of RFC 5322. */
export const captureMail = (file: Blob): Promise<Capture> =>
  bodyOf(
    api.POST("/api/pipeline/intake/capture", {
      body: "",
      headers: { "Content-Type": "message/rfc822" },
      bodySerializer: () => file,
    }),
  );
