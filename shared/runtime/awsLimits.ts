/**
 * Limits of AWS's services. The local cloud and the services in memory of the tests reject requests that exceed them. AWS's kB
 * and MB are binary here.
 */

/** Keys of a BatchGetItem, and bytes of its response: more keys are left unprocessed (its API reference). */
export const BATCH_GET_KEYS_MAX = 100;
export const BATCH_GET_BYTES_MAX = 16 * 1024 * 1024;
/** Requests of a BatchWriteItem (its API reference). */
export const BATCH_WRITE_ITEMS_MAX = 25;
/** Actions and bytes of a TransactWriteItems (its API reference). */
export const TRANSACTION_ITEMS_MAX = 100;
export const TRANSACTION_BYTES_MAX = 4 * 1024 * 1024;
/** A sort key, an item with the names of its attributes, and a page of a query ("Quotas in Amazon DynamoDB"; Query). */
export const SORT_KEY_BYTES_MAX = 1_024;
export const ITEM_BYTES_MAX = 400 * 1024;
export const QUERY_BYTES_MAX = 1024 * 1024;

/** A message, and all messages of a batch together ("Amazon SQS message quotas"; 256 kB until August 2025). */
export const QUEUE_MESSAGE_BYTES_MAX = 1024 * 1024;
export const QUEUE_BATCH_MAX = 10;
export const QUEUE_DELAY_S_MAX = 900;

/** A function's event and result, and an asynchronous event ("Lambda quotas"; Invoke; 256 kB until October 2025). */
export const FUNCTION_EVENT_BYTES_MAX = 6 * 1024 * 1024;
export const FUNCTION_RESULT_BYTES_MAX = 6_291_556;
export const ASYNCHRONOUS_EVENT_BYTES_MAX = 1024 * 1024;
/** Names and values of a function's environment variables together ("Lambda quotas"). */
export const ENVIRONMENT_BYTES_MAX = 4 * 1024;

/** Request line and headers ("Quotas for configuring and running a REST API in API Gateway"). */
export const REQUEST_HEAD_BYTES_MAX = 10_240;
/** Names and values of an object's own metadata (Amazon S3, "Working with object metadata"). */
export const OBJECT_METADATA_BYTES_MAX = 2 * 1024;
