import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { verifyWebhook } from '../../../site/guide/examples/verify-webhook.ts';
import { exampleText } from '../../../site/guide/examples.ts';
import { launchProgram } from '../commands.ts';
import { IS_LONG } from '../jest/testSize.ts';

export interface SignedRequest {
  secret: string;
  headers: Record<string, string>;
  body: string;
}

/** True if the guide's example accepts each request. */
export type Verifier = (requests: readonly SignedRequest[]) => Promise<boolean[]>;

const EXAMPLES = resolve('site/guide/examples');

const PYTHON = `
import base64, json, sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
from verify_webhook import verify_webhook
def is_genuine(request):
    try:
        verify_webhook(request["secret"], request["headers"], request["body"].encode())
        return True
    except ValueError:
        return False
print(json.dumps([is_genuine(request) for request in json.load(open(sys.argv[2]))]))
`;

const GO = `package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
)

// Each line has the fields of a request in base64: secret, id, timestamp, signature, body.
func main() {
	file, _ := os.Open(os.Args[1])
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1_000_000)
	for lines.Scan() {
		var fields [5]string
		for place, text := range strings.Split(lines.Text(), " ") {
			decoded, _ := base64.StdEncoding.DecodeString(text)
			fields[place] = string(decoded)
		}
		header := func(name string) string {
			return map[string]string{
				"webhook-id": fields[1], "webhook-timestamp": fields[2], "webhook-signature": fields[3],
			}[name]
		}
		fmt.Println(VerifyWebhook(fields[0], header, []byte(fields[4])) == nil)
	}
}
`;

async function inTypeScript(requests: readonly SignedRequest[]): Promise<boolean[]> {
  return requests.map(({ secret, headers, body }) => {
    try {
      verifyWebhook(secret, headers, body);
      return true;
    } catch {
      return false;
    }
  });
}

const inPython: Verifier = (requests) =>
  inFolder(async (folder) => {
    const file = join(folder, 'requests.json');
    writeFileSync(file, JSON.stringify(requests));
    return JSON.parse(await outputOf('python3', '-c', PYTHON, EXAMPLES, file));
  });

const inGo: Verifier = (requests) =>
  inFolder(async (folder) => {
    // Go compiles the files of one folder.
    const sources = [join(folder, 'main.go'), join(folder, 'verify.go')] as const;
    writeFileSync(sources[0], GO);
    writeFileSync(sources[1], exampleText('verify_webhook.go'));
    const file = join(folder, 'requests.txt');
    writeFileSync(file, requests.map(lineOf).join('\n'));
    const printed = await outputOf('go', 'run', ...sources, file);
    return printed
      .trim()
      .split('\n')
      .map((line) => line === 'true');
  });

const lineOf = ({ secret, headers, body }: SignedRequest): string =>
  [secret, headers['webhook-id'], headers['webhook-timestamp'], headers['webhook-signature'], body]
    .map((text) => Buffer.from(text ?? '').toString('base64'))
    .join(' ');

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'webhooks-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function outputOf(command: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await launchProgram(command, ...args).ended;
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${stderr}`);
  return stdout;
}

const isThere = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

/** Half a minute of processor time until Go has compiled its library: only in the long form. */
const GO_VERIFIER = { language: 'Go', isHere: isThere('go', 'version'), verify: inGo };

export const VERIFIERS: { language: string; isHere: boolean; verify: Verifier }[] = [
  { language: 'TypeScript', isHere: true, verify: inTypeScript },
  { language: 'Python', isHere: isThere('python3', '--version'), verify: inPython },
  ...(IS_LONG ? [GO_VERIFIER] : []),
];
