/** The server's HTTP door. A refusal is a sentence made to be shown. */

export class Refused extends Error {
  constructor(
    sentence: string,
    readonly status: number,
  ) {
    super(sentence)
  }
}

export async function call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  } catch {
    throw new Refused('The card room cannot be reached. Is the server running?', 0)
  }
  const text = await answer.text()
  let data: unknown = null
  try {
    data = text ? JSON.parse(text) : null
  } catch {
    throw new Refused(
      `The server answered with something that is not data (status ${answer.status}).`,
      answer.status,
    )
  }
  if (!answer.ok)
    throw new Refused(sentence(data) ?? `The server refused (status ${answer.status}).`, answer.status)
  return data as T
}

function sentence(data: unknown): string | null {
  const found = (data as { refused?: unknown } | null)?.refused
  return typeof found === 'string' ? found : null
}

export const get = <T>(path: string): Promise<T> => call<T>('GET', path)
export const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>('POST', path, body)
