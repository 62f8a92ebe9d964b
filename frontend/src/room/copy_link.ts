/** Copies the address of this page; says so for a moment through `show`. */

const SHOWN_MS = 2000

export async function copyLink(show: (isCopied: boolean) => void): Promise<void> {
  await navigator.clipboard?.writeText(location.href).catch(() => undefined)
  show(true)
  setTimeout(() => show(false), SHOWN_MS)
}
