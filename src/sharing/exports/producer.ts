import { PRODUCT } from "../../platform/lib/product.ts";

export const AUTHOR = PRODUCT.name;
export const PRODUCER = `${PRODUCT.name} ${PRODUCT.version}`;

/** Characters that the documents' own texts need, in addition to those of their contents. */
export const TEMPLATE_TEXT = `${Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join("")}“”·•…`;
