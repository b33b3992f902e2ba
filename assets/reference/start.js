// Shows the OpenAPI document of this very service with Scalar's API reference, which the page loads
// after this. Nothing is fetched from or sent to another host.

// Else the program tries whether it may make code of texts, which the page's policy forbids.
// oxlint-disable-next-line no-underscore-dangle -- its name is not ours
globalThis.__zod_globalConfig = { jitless: true };

addEventListener("DOMContentLoaded", () => {
  // `type` of an error is /docs#error-…; the codes have a page of their own.
  if (location.hash.startsWith("#error-")) {
    location.replace(`/docs/errors${location.hash}`);
    return;
  }
  // oxlint-disable-next-line no-undef -- the program's own global
  Scalar.createApiReference("#reference", {
    url: "/openapi.json",
    defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
    documentDownloadType: "direct",
    // All of these would lead to Scalar's own hosts.
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: "never",
  });
});
