#define STEP 2
