_Pragma("pt kernel")
void host() { }

void other(float *out)
{
    _Pragma("pt launch mode(max)")
    out = nullptr;
}
