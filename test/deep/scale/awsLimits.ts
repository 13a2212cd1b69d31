/**
 * AWS's limits, each with the page of AWS's documentation that states it (read in November 2026). Figures that AWS does
 * not publish, such as the time of a call, are `ASSUMPTIONS` of the cost model.
 */

/**
 * Units that one partition of a table can use in a second, also on demand. "Best practices for designing and using
 * partition keys effectively in DynamoDB"; "Key range throughput exceeded (hot partitions)".
 */
export const PARTITION_UNITS_PER_SECOND = { read: 3_000, write: 1_000 } as const;

/** Writes that a new on-demand table supports at once. "DynamoDB on-demand capacity mode". */
export const NEW_TABLE_WRITES_PER_SECOND = 4_000;

/** Units that a table can use unless the account's quota is raised. "Quotas in Amazon DynamoDB". */
export const TABLE_UNITS_PER_SECOND = 40_000;

/** The most that one `GetRecords` call returns. "GetRecords", Amazon DynamoDB Streams API Reference. */
export const STREAM_READ_MAX = { records: 1_000, bytes: 1_000_000 } as const;

/**
 * Interval at which AWS Lambda reads each shard. "Process DynamoDB records with Lambda". The same page: batches of a
 * shard run concurrently, and the records of one item (partition key and sort key) stay in order.
 */
export const POLL_MS = 1_000 / 4;

/** Largest `BatchSize` and `ParallelizationFactor`. "Lambda parameters for Amazon DynamoDB event source mappings". */
export const STREAM_MAPPING_MAX = { batchSize: 10_000, parallelBatches: 10 } as const;

/** Concurrent executions of an account, and the requests a second that each can serve. "Lambda quotas". */
export const LAMBDA_CONCURRENCY = { executions: 1_000, requestsPerSecondEach: 10 } as const;

/** Requests of all APIs of an account in most regions. "Amazon API Gateway quotas". */
export const GATEWAY_REQUESTS_PER_SECOND = 10_000;

/** Attempts and first backoff of the SDK's standard retries of a throttled call. "Retry behavior", AWS SDKs guide. */
export const SDK_RETRIES = { attempts: 3, firstBackoffMs: 50 } as const;
