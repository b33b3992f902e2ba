/** Sent to the opener once this page can receive. */
export const READY = "tradecraft:ready";

/**
 * Returns the bookmarklet of a service. It opens the page Capture, and sends it the current page when it
 * reports ready. It sends nothing to any other origin.
 */
export function bookmarkletOf(origin: string): string {
  const to = JSON.stringify(origin);
  const script = `(()=>{const w=open(${to}+"/intake/capture");addEventListener("message",e=>{if(e.source===w&&e.origin===${to}&&e.data===${JSON.stringify(READY)})w.postMessage({url:location.href,title:document.title,html:document.documentElement.outerHTML},${to})})})()`;
  return `javascript:${encodeURIComponent(script)}`;
}
