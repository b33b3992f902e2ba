/**
 * Removes code of packages from the build that is never called but that esbuild has to keep. Each entry
 * says why it is safe. `test/selfhost/worker-bundle.test.ts` limits the size of the Worker.
 */
import { readFileSync } from "node:fs";
import { trimPdfReader } from "./trim-pdf-reader.mjs";

const fails = (what) =>
  `throw new Error(${JSON.stringify(`The Worker is built without ${what}.`)});`;

/** Modules to replace: the end of the path and the new contents. */
const REPLACED = [
  {
    // Messages in forty languages. Ours are in English, which zod imports by itself.
    path: "zod/v4/locales/index.js",
    contents: `export { default as en } from "./en.js";`,
  },
  {
    // Unpacks WOFF2. Our fonts are unpacked when the service is built.
    path: "brotli/decompress.js",
    contents: `module.exports = () => { ${fails("WOFF2")} };`,
  },
  {
    // Metrics of the 14 standard fonts. Our documents embed their fonts.
    path: "@cantoo/pdf-lib/es/packages/standard-fonts/Font.js",
    contents: `export const FontNames = {}; export const Font = { load: () => { ${fails("standard fonts")} } };`,
  },
  // Experimental kinds of models. We call language models only.
  ...["Decision", "Extraction"].map((kind) => ({
    path: `@ai-sdk/provider-utils/dist/experimental-${kind.toLowerCase()}/index.js`,
    contents: `export class Experimental_${kind}LanguageModel { constructor() { ${fails(kind)} } }`,
  })),
];

/**
 * Packages whose modules have no side effects but do not declare it, so that esbuild keeps all of them.
 * We import the object model of pdf-lib; its HTML parser, SVG, forms and colors are removed.
 */
const WITHOUT_EFFECTS = ["@cantoo/pdf-lib"];

/** @type {import("esbuild").Plugin} */
export const leaveOut = {
  name: "leave-out",
  setup(build) {
    for (const { path, contents } of REPLACED) {
      build.onLoad({ filter: endOf(path) }, () => ({ contents, loader: "js" }));
    }
    build.onLoad({ filter: endOf("unpdf/dist/pdfjs.mjs") }, ({ path }) => ({
      contents: trimPdfReader(readFileSync(path, "utf8")),
      loader: "js",
    }));
    build.onResolve(
      { filter: /^[.@]/ },
      async ({ path, importer, resolveDir, kind, pluginData }) => {
        const isMeant = WITHOUT_EFFECTS.some(
          (name) => path === name || importer.includes(`/node_modules/${name}/`),
        );
        // The second time esbuild asks, it is for its own answer.
        if (!isMeant || pluginData === leaveOut) return null;
        const found = await build.resolve(path, {
          importer,
          resolveDir,
          kind,
          pluginData: leaveOut,
        });
        return { ...found, sideEffects: false };
      },
    );
  },
};

const endOf = (path) => new RegExp(`/node_modules/${path.replaceAll(".", "\\.")}$`);
