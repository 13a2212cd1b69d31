/** Names of the errors with which AWS's services respond for a resource that does not exist. */
const NOT_FOUND = ['NotFound', 'NotFoundException', 'NoSuchKey', 'ParameterNotFound', 'ResourceNotFoundException'];

/** Waits for a response. @returns undefined if AWS does not have the resource */
export async function ifFound<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    // CloudFormation has no error code for it, only a message.
    if (error instanceof Error && (NOT_FOUND.includes(error.name) || /does not exist/.test(error.message)))
      return undefined;
    throw error;
  }
}
