import { readFileSync } from 'node:fs';
import type { FieldRule } from '../../../shared/contract/schemas/fieldRules.ts';

/** Common kinds of forms, with the rules that their owners want. */
export const PASTED_FORMS: Readonly<Record<string, FieldRule[]>> = {
  contact: [
    { name: 'name', label: 'Your name', type: 'text', required: true, maxLength: 80 },
    { name: 'email', label: 'Email address', type: 'email', required: true },
    {
      ...{ name: 'phone', label: 'Phone (optional)', type: 'tel' },
      ...{ pattern: '[0-9+\\(\\) \\-]{6,20}', message: 'Digits, spaces and + only' },
    },
    {
      ...{ name: 'topic', label: 'Subject', type: 'select', required: true },
      options: ['General question', 'Quote', 'Something is broken'],
    },
    { name: 'message', label: 'Message', type: 'textarea', required: true, minLength: 10, maxLength: 2_000 },
    { name: 'privacy', label: 'I have read the privacy policy', type: 'checkbox', required: true },
  ],
  booking: [
    { name: 'csrf_token', type: 'hidden' },
    { name: 'arrival', label: 'Arrival', type: 'date', required: true, min: '2026-04-01', max: '2026-10-31' },
    { name: 'departure', label: 'Departure', type: 'date', required: true, min: '2026-04-02', max: '2026-11-01' },
    { name: 'checkin', label: 'Check-in time', type: 'time', min: '15:00', max: '21:00', step: 900 },
    { name: 'adults', label: 'Adults', type: 'number', required: true, min: 1, max: 6 },
    { name: 'children', label: 'Children', type: 'number', min: 0, max: 4 },
    {
      ...{ name: 'room', label: 'Room', type: 'select', required: true },
      options: [
        { value: 'single', label: 'Single (€80)' },
        { value: 'double', label: 'Double (€120)' },
        { value: 'cabin', label: 'Cabin (€140)' },
      ],
    },
    {
      ...{ name: 'breakfast', label: 'Breakfast', type: 'radio' },
      options: [
        { value: 'yes', label: 'Yes, please' },
        { value: 'no', label: 'No, thanks' },
      ],
    },
    { name: 'guest', label: 'Full name', type: 'text', required: true },
    { name: 'email', label: 'E-mail', type: 'email', required: true },
    { name: 'mobile', label: 'Mobile', type: 'tel' },
    { name: 'notes', label: 'Anything we should know?', type: 'textarea' },
  ],
  order: [
    { name: 'company', label: 'Company', type: 'text' },
    { name: 'name', label: 'Name', type: 'text', required: true },
    { name: 'email', label: 'E-Mail', type: 'email', required: true },
    { name: 'street', label: 'Street', type: 'text', required: true },
    { name: 'zip', label: 'ZIP', type: 'text', required: true, maxLength: 5, pattern: '\\d{5}' },
    { name: 'city', label: 'City', type: 'text', required: true },
    {
      ...{ name: 'country', label: 'Country', type: 'select' },
      options: [
        { value: 'DE', label: 'Germany' },
        { value: 'AT', label: 'Austria' },
        { value: 'CH', label: 'Switzerland' },
      ],
    },
    { name: 'size', label: 'T-shirt size', type: 'radio', options: ['S', 'M', 'L', 'XL'] },
    { name: 'quantity', label: 'Quantity', type: 'number', required: true, min: 1, max: 50 },
    { name: 'voucher', label: 'Voucher', type: 'text', pattern: '[A-Z]{4}-[0-9]{4}', message: 'Like ABCD-1234' },
    { name: 'remarks', label: 'Remarks', type: 'textarea', maxLength: 500 },
    {
      ...{ name: 'agb', label: 'I accept the terms', type: 'checkbox', required: true },
      options: [{ value: 'yes', label: 'I accept the terms' }],
    },
  ],
  survey: [
    {
      ...{ name: 'satisfaction', label: '1. How satisfied are you with our service?', type: 'radio', required: true },
      options: ['1', '2', '3', '4', '5'],
    },
    {
      ...{ name: 'products[]', label: '2. Which of our products do you use?', type: 'checkbox', multiple: true },
      options: [
        { value: 'app', label: 'Mobile app' },
        { value: 'web', label: 'Website' },
        { value: 'shop', label: 'Shop' },
        { value: 'none', label: 'None of these' },
      ],
    },
    { name: 'nps', label: '3. How likely are you to recommend us?', type: 'range', min: 0, max: 10, step: 1 },
    {
      ...{ name: 'age', label: '4. Your age group', type: 'select' },
      options: [
        { value: '-24', label: 'Under 25' },
        { value: '25-44', label: '25–44' },
        { value: '45-64', label: '45–64' },
        { value: '65-', label: '65 or older' },
      ],
    },
    { name: 'comments', label: '5. Anything else?', type: 'textarea', maxLength: 1_000 },
  ],
  application: [
    { name: 'first_name', label: 'First name', type: 'text', required: true },
    { name: 'last_name', label: 'Last name', type: 'text', required: true },
    { name: 'email', label: 'Email', type: 'email', required: true },
    { name: 'linkedin', label: 'LinkedIn profile', type: 'url' },
    { name: 'start', label: 'Earliest start', type: 'month', min: '2026-01' },
    { name: 'salary', label: 'Salary expectation (EUR / year)', type: 'number', min: 0, step: 500 },
    { name: 'cv', label: 'CV (PDF)', type: 'file', required: true, accept: '.pdf,application/pdf' },
    { name: 'certificates', label: 'Certificates', type: 'file', multiple: true, accept: '.pdf, image/*' },
    {
      ...{ name: 'cover_letter', label: 'Why do you want to join us?', type: 'textarea', required: true },
      ...{ minLength: 100, maxLength: 5_000 },
    },
    {
      ...{ name: 'languages', label: 'Languages you speak', type: 'checkbox', multiple: true },
      options: [
        { value: 'en', label: 'English' },
        { value: 'de', label: 'German' },
        { value: 'fr', label: 'French' },
      ],
    },
  ],
  event: [
    { name: 'name', label: 'Name', type: 'text', required: true },
    { name: 'email', label: 'Email', type: 'email', required: true },
    {
      ...{ name: 'attending', label: 'Will you come?', type: 'radio', required: true },
      options: [
        { value: 'yes', label: 'Joyfully accepts' },
        { value: 'no', label: 'Regretfully declines' },
      ],
    },
    { name: 'guests', label: 'Number of guests', type: 'select', options: ['1', '2', '3', '4'] },
    {
      ...{ name: 'meal', label: 'Meal', type: 'select', required: true },
      options: [
        { value: 'beef', label: 'Beef' },
        { value: 'fish', label: 'Fish' },
        { value: 'vegan', label: 'Vegan' },
      ],
    },
    {
      ...{ name: 'arrives', label: 'When do you arrive?', type: 'datetime-local' },
      ...{ min: '2026-06-12T12:00', max: '2026-06-14T12:00' },
    },
    { name: 'song', label: 'A song that gets you dancing', type: 'text', maxLength: 120 },
  ],
  newsletter: [
    { name: 'EMAIL', label: 'Email Address', type: 'email', required: true },
    { name: 'FNAME', label: 'First Name', type: 'text' },
    { name: 'EMAILTYPE', label: 'Email Format', type: 'radio', options: ['html', 'text'] },
    { name: 'b_1_2', type: 'text' },
    { name: 'subscribe', type: 'hidden' },
  ],
  quote: [
    { name: '_wpcf7', type: 'hidden' },
    { name: '_wpcf7_locale', type: 'hidden' },
    { name: 'your-name', label: 'Your name', type: 'text', required: true, maxLength: 400 },
    { name: 'your-email', label: 'Your email', type: 'email', required: true, maxLength: 400 },
    { name: 'project', label: 'Project type', type: 'select', options: ['Website', 'Online shop', 'Redesign'] },
    { name: 'budget', label: 'Budget in EUR', type: 'number', min: 1_000, max: 100_000, step: 100 },
    { name: 'deadline', label: 'Deadline', type: 'date' },
    { name: 'your-message', label: 'Describe your project', type: 'textarea', required: true, maxLength: 2_000 },
    {
      ...{ name: 'consent', label: 'You may store my data to answer me', type: 'checkbox', required: true },
      options: [{ value: '1', label: 'You may store my data to answer me' }],
    },
  ],
  support: [
    { name: 'requester', label: 'Your email', type: 'email', required: true },
    { name: 'subject', label: 'Subject', type: 'text', required: true, maxLength: 150 },
    {
      ...{ name: 'priority', label: 'Priority', type: 'select' },
      options: [
        { value: 'low', label: 'Low' },
        { value: 'normal', label: 'Normal' },
        { value: 'high', label: 'High' },
        { value: 'urgent', label: 'Urgent – production is down' },
      ],
    },
    {
      ...{ name: 'order', label: 'Order number', type: 'text' },
      ...{ pattern: '#?[0-9]{6,8}', message: 'Six to eight digits' },
    },
    { name: 'product', label: 'Affected product', type: 'select', required: true, options: ['Basic', 'Pro'] },
    {
      ...{ name: 'description', label: 'What happened? What did you expect?', type: 'textarea' },
      ...{ required: true, minLength: 20 },
    },
    { name: 'attachments', label: 'Screenshots', type: 'file', multiple: true, accept: 'image/png, image/jpeg' },
    { name: 'copy', label: 'Send me a copy', type: 'checkbox' },
  ],
  feedback: [
    {
      ...{ name: 'rating', label: 'Your rating', type: 'radio', required: true },
      options: [
        { value: '5', label: '★★★★★' },
        { value: '4', label: '★★★★' },
        { value: '3', label: '★★★' },
        { value: '2', label: '★★' },
        { value: '1', label: '★' },
      ],
    },
    { name: 'page', label: 'Page', type: 'url' },
    { name: 'feedback', label: 'What could be better?', type: 'textarea', required: true, maxLength: 3_000 },
    { name: 'colour', label: 'Favourite colour for the new theme', type: 'color' },
    { name: 'email', label: 'Email, if you want an answer', type: 'email' },
    {
      ...{ name: 'publish', label: 'You may quote me', type: 'checkbox' },
      options: [{ value: 'ok', label: 'You may quote me' }],
    },
  ],
};

export const htmlOf = (kind: string): string => readFileSync(new URL(`./${kind}.html`, import.meta.url), 'utf8');
