import type { ClosedReason } from '../../../shared/contract/closing.ts';
export const FRAME_TEXTS = {
  skip: 'Skip to content',

  failure: {
    unreachable: 'The service cannot be reached. Check your connection and try again.',
    offline: 'Cannot reach the service. This page keeps trying, and your input is kept.',
    throttled: 'Your key has reached its limit per minute. This page continues in a moment.',
    answer: 'This page did not understand the response. Reload the page.',
    secretLost: 'An earlier request created it, but its secret is lost. Delete it and create another.',
    status: (status: number): string => `The service responded with status ${status}.`,
    requestId: 'Request',
    retry: 'Try again',
  },

  signIn: {
    title: 'Sign in',
    explanation: 'Paste an API key of your workspace. It stays in this browser and is only sent to your service.',
    key: 'API key',
    keep: 'Keep me signed in on this device',
    submit: 'Sign in',
    busy: 'Signing in…',
    refused: 'This key is not valid. It may be mistyped, revoked or expired.',
    where: 'The operator creates the first key with a command:',
    guide: 'how',
    whereLocal: '“npm start” prints a key, and a link that signs you in once.',
    guideLocal: 'More about keys',
    ended: 'Your key is no longer valid',
    endedExplanation: 'It expired or was revoked. Paste another one to continue: nothing is lost.',
    signOut: 'Sign out',
  },

  link: {
    signedIn: 'You are signed in already. Sign out first, then open the link again.',
    spent:
      'This link was used already or has expired. Paste the API key that “npm start” printed, or restart it for a new link.',
    notHere: 'Links with a code only work where “npm start” printed them. Paste an API key instead.',
  },

  sideBar: {
    endpoints: 'Endpoints',
    find: 'Go to…',
    menu: 'Menu',
    help: 'Shortcuts',
    closed: { archived: 'archived', off: 'off', ended: 'closed', full: 'full' } satisfies Record<ClosedReason, string>,
    showArchived: (amount: number): string => `Show ${amount} archived`,
    hideArchived: 'Hide archived',
    unread: 'unread',
    readOnly: 'Your key is read-only',
    limited: 'Your key is limited',
    filter: 'Filter endpoints',
    noneFound: 'No endpoint has that name.',
    order: 'Order',
    orders: { name: 'By name', newest: 'Newest first', unread: 'Unread first' },
    notLoaded: 'Not loaded yet. This page keeps trying.',
    signedInWith: (name: string): string => `Signed in with the key “${name}”`,
  },

  welcome: {
    title: 'Create your first endpoint',
    text: 'An endpoint is the URL your form posts to. Submissions appear here.',
    cannotAdd: 'Your key sees no endpoint, and cannot create one.',
  },

  notFound: {
    title: 'There is nothing here',
    text: 'The URL may be mistyped, or the endpoint was deleted or belongs to another workspace.',
    back: 'To your endpoints',
  },

  groups: { inbox: 'Submissions', go: 'Everywhere' },
  commands: {
    next: 'Next submission',
    previous: 'Previous submission',
    open: 'Open',
    back: 'Back to the list',
    select: 'Select',
    unselect: 'Clear selection',
    read: 'Mark read',
    unread: 'Mark unread',
    spam: 'Spam, or not spam',
    delete: 'Delete',
    undo: 'Undo',
    search: 'Search',
    goTo: {
      inbox: 'Go to the inbox',
      overview: 'Go to the overview',
      use: 'Go to “Use it”',
      fields: 'Go to the fields',
      webhooks: 'Go to the webhooks',
      settings: 'Go to the settings',
    },
    goKeys: 'Go to API keys',
    goAudit: 'Go to the audit log',
    palette: 'Go to anything',
    help: 'Keyboard shortcuts',
  },

  palette: { title: 'Go to, or do', placeholder: 'Search endpoints and actions…', nothing: 'No matches.' },

  help: {
    title: 'Keyboard shortcuts',
    keysOn: 'Use single-key shortcuts',
    keysOnHint: 'Turn them off if you use dictation or another input method.',
  },
};
