import { fieldsOf, type MessageContent, printableName } from './fields.ts';

/** The plain text of a notification: each field's name, then its value indented below it. */
export function renderText({ endpointName, submission }: MessageContent): string {
  const fields = fieldsOf(submission).map(
    ({ name, value }) => `${printableName(name)}:\n${value.replace(/^/gm, '  ')}\n`,
  );
  return [
    `New submission to ${endpointName}\n`,
    ...(fields.length > 0 ? fields : ['The form was sent without any field.\n']),
    '--',
    `Submission ${submission.id}`,
    `Endpoint ${submission.endpointId}`,
    `Sent from ${submission.location}`,
  ].join('\n');
}
