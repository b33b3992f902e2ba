/**
 * Trims pdf.js, which the Worker calls only for the text of PDFs and the names of their fonts. Its build
 * is a single module that esbuild has to keep whole, so this names the classes that are never called.
 */
import { parseAst } from "vite";

/** What `unpdf` imports from pdf.js to open a document (src/formats/documents/read-pdf.ts). */
const EXPORTS = ["getDocument"];

/** Classes to replace by an empty one. esbuild then removes whatever only they use. */
const NEVER_CALLED = {
  XFAFactory: "opens XFA forms, for which `enableXfa` is false",
  PDFEditor: "writes documents",
  CanvasGraphics: "draws pages",
  AnnotationEditor: "edits notes",
  PDFImage: "decodes pictures, which `maxImageSize` skips",
  JpegImage: "decodes JPEG",
  JpxImage: "decodes JPEG 2000",
};

/**
 * Returns the module without what the Worker never calls.
 * @param {string} source the module of pdf.js that `unpdf` ships
 */
export function trimPdfReader(source) {
  const { body } = parseAst(source);
  const missing = new Set(Object.keys(NEVER_CALLED));
  const edits = [];
  const replace = ({ start, end }, text) => edits.push({ start, end, text });
  for (const statement of body) {
    if (statement.type === "ExportNamedDeclaration" || isGlobals(statement, source)) {
      replace(statement, "");
    }
    for (const { node, name, binding } of classesOf(statement)) {
      const text = missing.delete(name) ? `class ${name} {}` : source.slice(node.start, node.end);
      // esbuild keeps an unused class with static fields unless its creation is marked as pure.
      const pure = `/* @__PURE__ */ (() => ${text})()`;
      replace(node, binding === null ? pure : `var ${binding} = ${pure};`);
    }
  }
  if (missing.size > 0) throw new Error(`pdf.js has no class ${[...missing].join(", ")}.`);
  return `${apply(source, edits)}\nexport { ${EXPORTS.join(", ")} };`;
}

/** Returns the classes that a statement declares; `binding` is null where a variable already names one. */
function classesOf(statement) {
  if (statement.type === "ClassDeclaration") {
    return [{ node: statement, name: statement.id.name, binding: statement.id.name }];
  }
  if (statement.type !== "VariableDeclaration") return [];
  return statement.declarations
    .filter(({ init }) => init?.type === "ClassExpression")
    .map(({ id, init }) => ({ node: init, name: init.id?.name ?? id.name, binding: null }));
}

/** Recognizes `globalThis.pdfjsLib = { … }`, which offers all of pdf.js to the scripts of a page. */
const isGlobals = ({ start, end, type }, source) =>
  type === "ExpressionStatement" && source.slice(start, end).includes("globalThis.pdfjsLib=");

function apply(source, edits) {
  const parts = [];
  let at = 0;
  for (const { start, end, text } of edits) {
    parts.push(source.slice(at, start), text);
    at = end;
  }
  return [...parts, source.slice(at)].join("");
}
