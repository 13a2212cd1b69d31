import { describe, expect, test } from '@jest/globals';
import { ownEndpoint } from '../../support/ownWorkspace.ts';
import { postJson, submissionPath } from '../../support/submissions.ts';

const owner = ownEndpoint();

const TEXTS: [string, string][] = [
  ['no field', '{}'],
  ['every type', '{"text":"a","number":1,"yes":true,"no":false,"nothing":null,"list":[],"object":{}}'],
  ['text that looks like another type', '{"a":"1","b":"true","c":"null","d":"[]","e":"","f":" "}'],
  ['numbers', '{"n":[0,-1,0.1,-1.5,1e+21,5e-324,1.7976931348623157e+308,9007199254740991,-9007199254740991]}'],
  ['nested lists and objects', '{"a":[[1,[2,{"b":[null,{"c":{}}]}]],[],{"d":[false]}]}'],
  ['names in their order', '{"z":1,"a":2,"m":{"y":1,"b":2},"Z":3,"":4," ":5}'],
  ['names that are not words', '{"a.b":1,"a[]":2,"$set":3,"#x":4,":y":5,"PK":6,"data":7}'],
  ['names of the language', '{"__proto__":{"isSpam":true},"constructor":{"prototype":{"x":1}},"prototype":1}'],
  ['names of the language, nested', '{"a":{"__proto__":{"b":1},"constructor":2,"prototype":[{"__proto__":[3]}]}}'],
  ['names of methods', '{"toString":1,"valueOf":2,"hasOwnProperty":3,"toJSON":4,"then":5,"length":6}'],
  ['quotes and backslashes', '{"a":"\\"\\\\\\"\\\\","\\"":"\\\\n"}'],
  ['control characters', '{"a":"\\u0000\\u0001\\b\\t\\n\\f\\r\\u001f","\\u0000":1}'],
  ['line separators', '{"a":"\u2028\u2029\u0085\u007f"}'],
  ['characters outside the first plane', '{"😀":"👩‍👩‍👧‍👦🏳️‍🌈𝒳"}'],
  ['combining characters, not composed', '{"e\u0301":"A\u030a","\u00e9":"\u00c5"}'],
  ['right-to-left text', '{"שלום":"مرحبا \u202e\u2067x\u2069\u200f"}'],
  ['invisible characters and byte order marks', '{"a":"\ufeff\u200b\u200d\u00ad\ufffd\uffff"}'],
  ['lone surrogates', '{"\\udfff":"\\ud800","a":"\\udc00\\ud800x"}'],
];

const pathOfNew = async (body: string | Uint8Array<ArrayBuffer>) => {
  const { status, json } = await postJson(owner.endpointId, body);
  expect(status).toBe(201);
  return submissionPath(owner.endpointId, json.id);
};

describe('POST /v1/f/{endpointId} keeps JSON as it was', () => {
  test.each(TEXTS)('201, and retrieve and list return the same text: %s', async (_what, body) => {
    const path = await pathOfNew(body);
    const inAnswer = `"data":${body},"location":`;
    expect((await owner.send('GET', path)).text).toContain(inAnswer);
    const list = await owner.send('GET', `/v1/submissions/${owner.endpointId}?limit=1`);
    expect(list.text).toContain(inAnswer);
    const updated = await owner.send('PUT', path, { json: { isRead: true } });
    expect(updated.status).toBe(200);
    expect((await owner.send('GET', path)).text).toContain(inAnswer);
  });

  test.each([
    ['space around and within', ' \n{ "a" :\t1 }\r\n', '{"a":1}'],
    ['escaped letters', '{"\\u00e9":"\\u0041\\/\\ud83d\\ude00"}', '{"é":"A/😀"}'],
    ['numbers in other spellings', '{"n":[1.0,1E2,-0,0.10]}', '{"n":[1,100,0,0.1]}'],
    ['a byte order mark before', '\ufeff{"a":1}', '{"a":1}'],
    ['a name twice: the last one counts', '{"a":1,"b":2,"a":3}', '{"a":3,"b":2}'],
  ])('201 for JSON with %s', async (_what, body, kept) => {
    expect((await owner.send('GET', await pathOfNew(body))).text).toContain(`"data":${kept},"location":`);
  });
});
