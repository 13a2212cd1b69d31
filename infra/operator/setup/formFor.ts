/** A form that posts to an endpoint, to paste into a page. */
export const formFor = (apiUrl: string, endpointId: string): string[] => [
  `<form method="post" action="${apiUrl}/v1/f/${endpointId}" accept-charset="utf-8">`,
  '  <label>Email <input type="email" name="email" required></label>',
  '  <label>Message <textarea name="message" required></textarea></label>',
  '  <button>Send</button>',
  '</form>',
];
